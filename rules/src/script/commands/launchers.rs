//! Programs that start a script on several processes or machines, and their options.
//!
//! Invariant: an option that isn't listed leaves the script unknown.

use crate::path::file_name;
use crate::shell::Word;

/// A program that starts others.
pub(crate) struct Launcher {
    /// The names of the program, also after `python -m`, with the word that must follow, if any.
    names: &'static [&'static str],
    /// Options that take a word, or have it attached. All names are without dashes in front, and
    /// with `_` for `-`: both forms are accepted.
    valued: &'static [&'static str],
    /// Options that take two words.
    pairs: &'static [&'static str],
    /// Options without a value.
    switches: &'static [&'static str],
    /// Options after which the script is the name of a module.
    module: &'static [&'static str],
    /// Options after which the script is any program.
    program: &'static [&'static str],
    /// The type of the started word without these options.
    starts: LaunchedWord,
    /// `true` if the script gets more arguments than the command shows: `--local_rank`.
    pub(crate) adds_arguments: bool,
}

/// The type of the word after the options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LaunchedWord {
    /// A Python script.
    Script,
    /// The name of a Python module.
    Module,
    /// A program with its arguments.
    Program,
}

const NONE: Launcher = Launcher {
    names: &[],
    valued: &[],
    pairs: &[],
    switches: &[],
    module: &["m", "module"],
    program: &["no_python"],
    starts: LaunchedWord::Script,
    adds_arguments: false,
};

/// <https://docs.pytorch.org/docs/stable/elastic/run.html>
const TORCHRUN: Launcher = Launcher {
    names: &["torchrun", "torch.distributed.run"],
    valued: &[
        "nnodes",
        "nproc_per_node",
        "rdzv_backend",
        "rdzv_endpoint",
        "rdzv_id",
        "rdzv_conf",
        "max_restarts",
        "monitor_interval",
        "start_method",
        "event_log_handler",
        "role",
        "log_dir",
        "r",
        "redirects",
        "t",
        "tee",
        "local_ranks_filter",
        "node_rank",
        "master_addr",
        "master_port",
        "local_addr",
        "logs_specs",
        "numa_binding",
        "signals_to_handle",
    ],
    switches: &["standalone"],
    ..NONE
};

static LAUNCHERS: &[Launcher] = &[
    TORCHRUN,
    // Without `--use_env`, scripts get `--local-rank`:
    // <https://docs.pytorch.org/docs/stable/distributed.html#launch-utility>
    Launcher {
        names: &["torch.distributed.launch"],
        switches: &["standalone", "use_env"],
        adds_arguments: true,
        ..TORCHRUN
    },
    // <https://github.com/deepspeedai/DeepSpeed/blob/master/deepspeed/launcher/runner.py>
    Launcher {
        names: &["deepspeed", "deepspeed.launcher.runner"],
        valued: &[
            "H",
            "hostfile",
            "i",
            "include",
            "e",
            "exclude",
            "num_nodes",
            "min_elastic_nodes",
            "max_elastic_nodes",
            "num_gpus",
            "num_accelerators",
            "master_port",
            "master_addr",
            "node_rank",
            "launcher",
            "launcher_args",
            "enable_each_rank_log",
            "autotuning",
            "comment",
            "account",
            "bind_core_list",
            "ssh_port",
        ],
        switches: &[
            "no_local_rank",
            "no_ssh",
            "no_ssh_check",
            "force_multi",
            "save_pid",
            "elastic_training",
            "bind_cores_to_rank",
        ],
        module: &["module"],
        adds_arguments: true,
        ..NONE
    },
    // <https://huggingface.co/docs/accelerate/package_reference/cli#accelerate-launch>
    Launcher {
        names: &[
            "accelerate launch",
            "accelerate-launch",
            "accelerate.commands.launch",
        ],
        valued: &[
            "config_file",
            "mixed_precision",
            "num_processes",
            "num_machines",
            "num_cpu_threads_per_process",
            "dynamo_backend",
            "dynamo_mode",
            "gpu_ids",
            "machine_rank",
            "main_process_ip",
            "main_process_port",
            "t",
            "tee",
            "log_dir",
            "role",
            "rdzv_backend",
            "rdzv_conf",
            "max_restarts",
            "monitor_interval",
            "deepspeed_config_file",
            "zero_stage",
            "offload_optimizer_device",
            "offload_param_device",
            "offload_optimizer_nvme_path",
            "offload_param_nvme_path",
            "gradient_accumulation_steps",
            "gradient_clipping",
            "zero3_init_flag",
            "zero3_save_16bit_model",
            "deepspeed_hostfile",
            "deepspeed_exclusion_filter",
            "deepspeed_inclusion_filter",
            "deepspeed_multinode_launcher",
            "deepspeed_moe_layer_cls_names",
            "fsdp_offload_params",
            "fsdp_min_num_params",
            "fsdp_sharding_strategy",
            "fsdp_auto_wrap_policy",
            "fsdp_transformer_layer_cls_to_wrap",
            "fsdp_backward_prefetch_policy",
            "fsdp_backward_prefetch",
            "fsdp_state_dict_type",
            "fsdp_forward_prefetch",
            "fsdp_use_orig_params",
            "fsdp_cpu_ram_efficient_loading",
            "fsdp_sync_module_states",
            "fsdp_activation_checkpointing",
            "fp8_backend",
            "fp8_format",
            "mpirun_hostfile",
            "mpirun_ccl",
        ],
        switches: &[
            "quiet",
            "q",
            "cpu",
            "multi_gpu",
            "enable_cpu_affinity",
            "dynamo_use_fullgraph",
            "dynamo_use_dynamic",
            "use_deepspeed",
            "use_fsdp",
            "use_megatron_lm",
            "same_network",
            "debug",
        ],
        ..NONE
    },
    // <https://docs.open-mpi.org/en/main/man-openmpi/man1/mpirun.1.html>; `wdir` changes the folder.
    Launcher {
        names: &["mpirun", "mpiexec", "orterun"],
        valued: &[
            "N",
            "H",
            "host",
            "hostfile",
            "machinefile",
            "cpu_set",
            "c",
            "n",
            "np",
            "npersocket",
            "npernode",
            "map_by",
            "rank_by",
            "bind_to",
            "cpus_per_proc",
            "output_filename",
            "prefix",
            "x",
            "timeout",
        ],
        pairs: &["mca", "gmca"],
        switches: &[
            "q",
            "quiet",
            "v",
            "verbose",
            "display_map",
            "display_allocation",
            "pernode",
            "bycore",
            "byslot",
            "bynode",
            "oversubscribe",
            "nooversubscribe",
            "bind_to_core",
            "bind_to_socket",
            "report_bindings",
            "merge_stderr_to_stdout",
            "tag_output",
            "timestamp_output",
            "allow_run_as_root",
        ],
        module: &[],
        program: &[],
        starts: LaunchedWord::Program,
        ..NONE
    },
];

/// Returns the launcher that `words` begin with, and the index of its first option.
pub(crate) fn launcher(words: &[Word]) -> Option<(&'static Launcher, usize)> {
    let name = file_name(words.first()?.literal()?);
    if let Some(launcher) = by_name(name) {
        return Some((launcher, 1));
    }
    let two = format!("{name} {}", words.get(1)?.literal()?);
    by_name(&two).map(|launcher| (launcher, 2))
}

/// Returns the launcher called `name`, or the module of that name.
pub(crate) fn by_name(name: &str) -> Option<&'static Launcher> {
    LAUNCHERS.iter().find(|it| it.names.contains(&name))
}

impl Launcher {
    /// Returns the type and the index of the started word; the options begin at `at` of `words`.
    pub(crate) fn started(&self, words: &[Word], mut at: usize) -> Option<(LaunchedWord, usize)> {
        let mut started = self.starts;
        loop {
            let word = words.get(at)?;
            let text = word.prefix();
            if !text.starts_with('-') {
                // A word that is filled in later may be an option.
                return (!text.is_empty()).then_some((started, at));
            }
            let attached = text.split_once('=').map(|(name, _)| name);
            let name = match attached {
                Some(name) => name,
                None => word.literal()?,
            };
            let name = name.trim_start_matches('-').replace('-', "_");
            let values = self.values(&name)?;
            if self.module.contains(&name.as_str()) {
                started = LaunchedWord::Module;
            } else if self.program.contains(&name.as_str()) {
                started = LaunchedWord::Program;
            }
            at += if attached.is_some() { 1 } else { 1 + values };
        }
    }

    /// Returns the number of words after the option `name`; `None` if the option is unknown.
    fn values(&self, name: &str) -> Option<usize> {
        let counts = [
            (self.valued, 1),
            (self.pairs, 2),
            (self.switches, 0),
            (self.module, 0),
            (self.program, 0),
        ];
        let listed = counts.iter().find(|(names, _)| names.contains(&name));
        listed.map(|(_, count)| *count)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // Helpers of tests.

    use crate::script::Command;
    use crate::script::commands::program::start;
    use crate::syntax::parse;

    /// Returns the script that `text` starts, `true` if it is a module, and the number of its arguments.
    fn started(text: &str) -> Option<(String, bool, Option<usize>)> {
        let tree = parse(format!("{text:?}"));
        let command = Command::read(tree.root().unwrap()).unwrap();
        let words = &command.simple.first().unwrap().words;
        let start = start(words)?;
        let script = words[start.script].literal()?.to_owned();
        let arguments = words.len() - start.arguments;
        Some((
            script,
            start.is_module,
            (!start.adds_arguments).then_some(arguments),
        ))
    }

    #[test]
    fn scripts_of_launchers_are_found() {
        let script = |name: &str, arguments| Some((name.to_owned(), false, arguments));
        for (text, expected) in [
            (
                "torchrun --nproc_per_node 2 --standalone t.py --x 1",
                script("t.py", Some(2)),
            ),
            (
                "torchrun --nproc-per-node=${{inputs.n}} -r 3 t.py",
                script("t.py", Some(0)),
            ),
            (
                "python -m torch.distributed.run --nnodes $N t.py a",
                script("t.py", Some(1)),
            ),
            (
                "python -m torch.distributed.launch --use_env t.py a",
                script("t.py", None),
            ),
            (
                "deepspeed --num_gpus 4 --module pkg.t a",
                Some(("pkg.t".to_owned(), true, None)),
            ),
            (
                "accelerate launch --config_file a.yaml --multi_gpu t.py --lr 1",
                script("t.py", Some(2)),
            ),
            (
                "accelerate launch -m pkg.t",
                Some(("pkg.t".to_owned(), true, Some(0))),
            ),
            (
                "mpirun --allow-run-as-root -np 4 -mca btl ^openib -x A=b python -u t.py c",
                script("t.py", Some(1)),
            ),
            (
                "torchrun --no_python --standalone bash run.sh c",
                script("run.sh", Some(1)),
            ),
            (
                "time mpiexec -n 2 torchrun t.py c d",
                script("t.py", Some(2)),
            ),
        ] {
            assert_eq!(started(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_not_known_leaves_the_script_unknown() {
        for text in [
            "torchrun --nproc 2 t.py",
            "torchrun $OPTIONS t.py",
            "torchrun --nproc_per_node 2",
            "accelerate config t.py",
            "mpirun -wdir src python t.py",
            "mpirun -np 4 ./solver",
            "deepspeed ${{inputs.options}} t.py",
        ] {
            let found = started(text).filter(|(script, ..)| script != "./solver");
            assert_eq!(found, None, "{text}");
        }
        let endless = "mpirun ".repeat(20_000);
        assert_eq!(started(&endless), None);
    }
}
