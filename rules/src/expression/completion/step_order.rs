//! Order of the steps of a pipeline: a binding to a step that depends on this one closes a cycle.

use crate::expression::program::{ExpressionSite, Pipeline, Program, Step, StepKind};
use crate::expression::target::Target;
use crate::{cancellation, work_counter};

/// Returns the steps that do not depend on that of `site`.
pub(super) fn free_steps<'p, 'a>(
    program: &Program<'a>,
    pipeline: &'p Pipeline<'a>,
    site: &ExpressionSite<'a>,
) -> impl Iterator<Item = &'p Step<'a>> {
    let waiting = steps_waiting_for(program, pipeline, site.step);
    let steps = pipeline.steps.iter().zip(waiting);
    steps.filter(|(_, waits)| !waits).map(|(step, _)| step)
}

/// Returns for each step of `pipeline` `true` if it is `step` or depends on it: a binding to such a
/// step closes a cycle.
pub(crate) fn steps_waiting_for(
    program: &Program<'_>,
    pipeline: &Pipeline<'_>,
    step: Option<usize>,
) -> Vec<bool> {
    cancellation::poll();
    work_counter::spend(pipeline.steps.len() as u64);
    let kind_of = |step: usize| pipeline.steps.get(step).map(|step| step.kind);
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); pipeline.steps.len()];
    for (site, expression) in program.expressions() {
        let Target::StepOutput(name, _) = &expression.target else {
            continue;
        };
        let here = program
            .pipeline(site)
            .is_some_and(|other| std::ptr::eq(other, pipeline));
        let from = pipeline
            .step(name.text)
            .filter(|_| here)
            .and_then(|(from, _)| next.get_mut(from));
        if let Some((from, to)) = from.zip(
            site.step
                .filter(|step| kind_of(*step) != Some(StepKind::Control)),
        ) {
            from.push(to);
        }
    }
    let mut waiting = vec![false; pipeline.steps.len()];
    let mut open: Vec<usize> = step.into_iter().collect();
    while let Some(step) = open.pop() {
        if let Some(waits) = waiting.get_mut(step).filter(|waits| !**waits) {
            *waits = true;
            open.extend(next.get(step).into_iter().flatten());
        }
    }
    waiting
}
