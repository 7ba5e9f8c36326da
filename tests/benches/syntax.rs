//! How long parsing takes: `cargo bench -p azml-tests --bench syntax`. The least of several batches
//! is shown.
#![allow(clippy::print_stdout)] // The figures are the point of a benchmark.

use std::time::{Duration, Instant};

use azml_rules::syntax::{Tree, parse, parse_edited};

const BATCHES: u32 = 15;

fn main() {
    for lines in [1_000, 20_000] {
        let valid = text(lines);
        let middle = valid.lines().count() / 2;
        let edited = u32::try_from(middle).unwrap_or(0);
        let broken = with_line(&valid, middle, "    compute: [");
        let many = broken_every(&valid, 200);
        show(lines, "valid", &|| parse(valid.as_str()));
        show(lines, "broken, edited line known", &|| {
            parse_edited(broken.as_str(), &[edited])
        });
        show(lines, "broken, nothing known", &|| parse(broken.as_str()));
        show(lines, "broken every 200 lines", &|| parse(many.as_str()));
        let tree = parse(valid.as_str());
        let end = u32::try_from(valid.len()).unwrap_or(0);
        let walk = least(&|| {
            (0..end)
                .step_by(16)
                .filter(|at| tree.node_at(*at).is_some())
                .count()
        });
        println!(
            "{lines:>6} lines: {:8.2} ms  node_at every 16 bytes",
            milliseconds(walk)
        );
    }
}

fn show(lines: usize, name: &str, run: &dyn Fn() -> Tree) {
    println!(
        "{lines:>6} lines: {:8.2} ms  {name}",
        milliseconds(least(run))
    );
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// A batch runs as often as fits in 20 ms, so that the clock's own step does not count.
fn least<T>(run: &dyn Fn() -> T) -> Duration {
    let start = Instant::now();
    std::hint::black_box(run());
    let once = start.elapsed().max(Duration::from_nanos(100));
    let times = u32::try_from(Duration::from_millis(20).as_nanos() / once.as_nanos())
        .unwrap_or(1)
        .max(1);
    let batch = |_| {
        let start = Instant::now();
        for _ in 0..times {
            std::hint::black_box(run());
        }
        start.elapsed() / times
    };
    (0..BATCHES).map(batch).min().unwrap_or_default()
}

/// A pipeline with as many steps as fill `lines`.
fn text(lines: usize) -> String {
    let mut text = String::from("type: pipeline\njobs:\n");
    for step in 0..lines / 10 {
        text.push_str(&format!(
            "  step_{step}:\n    type: command\n    # Reads what the step before \
                wrote.\n    component: ./train/component.yml\n    \
             inputs:\n      data: ${{{{parent.inputs.data}}}}\n      rate: 0.{step}\n      tags: \
             [one, two, \"three\"]\n    \
             environment_variables:\n      NAME: 'value {step}'\n"
        ));
    }
    text
}

fn with_line(text: &str, at: usize, line: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.insert(at, line);
    lines.join("\n")
}

fn broken_every(text: &str, step: usize) -> String {
    let line = |(number, line): (usize, &str)| {
        if number % step == step / 2 {
            format!("{line}: [\n")
        } else {
            format!("{line}\n")
        }
    };
    text.lines().enumerate().map(line).collect()
}
