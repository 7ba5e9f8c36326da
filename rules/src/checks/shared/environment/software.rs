//! The command of some work, and whether the name of its environment indicates GPUs.

use crate::checks::context::Context;
use crate::checks::shared::work_values::value_at;
use crate::document::Work;
use crate::syntax::{Node, NodeKind, known_text};

/// Returns the command that `work` runs.
pub(crate) fn command_of<'a>(cx: &Context<'a>, work: &Work<'a>) -> Option<&'a str> {
    value_at(cx, work, &["command"])?.text()
}

/// Programs that start processes on other nodes or GPUs themselves.
const LAUNCHERS: &[&str] = &[
    "torchrun",
    "deepspeed",
    "ray",
    "mpirun",
    "mpiexec",
    "horovodrun",
    "accelerate",
    "dask",
    "spark-submit",
    "srun",
    "composer",
    "launch",
    "colossalai",
];

/// Returns `true` if `command` starts processes itself, or runs a shell script that may do so.
pub(crate) fn launches_itself(command: &str) -> bool {
    let mut words = command.split(|c: char| c.is_whitespace() || "/;&|=()\"'`".contains(c));
    words.any(|word| is_launcher(word) || word.ends_with(".sh"))
        || ["torch.distributed", "NODE_RANK", "MASTER_ADDR", "AZ_BATCH"]
            .iter()
            .any(|part| command.contains(part))
}

fn is_launcher(word: &str) -> bool {
    let rest = |name: &&str| word.strip_prefix(*name);
    let mut rests = LAUNCHERS.iter().filter_map(rest);
    rests.any(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// PyTorch's launcher in a command, with several processes.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct ProcessLauncher<'a> {
    /// The program or module.
    pub(crate) name: &'a str,
    /// Number of processes that it starts on a node; `None` for one on each GPU.
    pub(crate) processes: Option<i64>,
}

/// Returns the launcher that `command` runs, if it writes that several processes start.
pub(crate) fn process_launcher(command: &str) -> Option<ProcessLauncher<'_>> {
    let mut words = command.split(|c: char| c.is_whitespace() || "=\"'".contains(c));
    let name = words.find(|word| {
        [
            "torchrun",
            "torch.distributed.run",
            "torch.distributed.launch",
        ]
        .contains(word)
    })?;
    words.find(|word| ["--nproc_per_node", "--nproc-per-node"].contains(word))?;
    let processes = match words.next()? {
        "gpu" | "auto" => None,
        number => Some(number.parse().ok().filter(|number| *number > 1)?),
    };
    Some(ProcessLauncher { name, processes })
}

/// The hardware that the name of an environment or image indicates.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Software {
    /// Made for CPUs.
    Cpu,
    /// Made for NVIDIA GPUs.
    Cuda,
}

/// Returns the environment or image of `work` whose name indicates CPUs or GPUs.
pub(crate) fn software_of<'a>(
    cx: &Context<'a>,
    work: &Work<'a>,
) -> Option<(Software, Node<'a>, &'a str)> {
    let environment = value_at(cx, work, &["environment"])?;
    let node = if environment.kind() == NodeKind::Mapping {
        environment.get("image")?
    } else {
        environment
    };
    let text = known_text(node)?;
    let name = text.to_ascii_lowercase();
    let words: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let software = if name.contains("cuda") || words.contains(&"gpu") {
        Software::Cuda
    } else if words.contains(&"cpu") || name.contains("sklearn") || name.contains("scikit-learn") {
        Software::Cpu
    } else {
        return None;
    };
    Some((software, node, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launchers_have_their_number_of_processes() {
        let found = |command| process_launcher(command).map(|it| (it.name, it.processes));
        let torchrun = |processes| Some(("torchrun", processes));
        assert_eq!(found("torchrun --nproc_per_node=4 t.py"), torchrun(Some(4)));
        assert_eq!(
            found("cd a && torchrun --nproc-per-node gpu t.py"),
            torchrun(None)
        );
        assert_eq!(
            found("bash -c 'python -m torch.distributed.launch --nproc_per_node 2 t.py'"),
            Some(("torch.distributed.launch", Some(2)))
        );
        for unknown in [
            "torchrun t.py",
            "torchrun --nproc_per_node=1 t.py",
            "torchrun --nproc_per_node=$GPUS t.py",
            "torchrun --nproc_per_node=${{inputs.gpus}} t.py",
            "python torchrun.py --nproc_per_node 4",
            "python t.py --nproc_per_node 4",
        ] {
            assert_eq!(found(unknown), None, "{unknown}");
        }
    }
}
