//! Steps for display.

use toml::Spanned;

use crate::file::format::{Ask, Goal};
use crate::protocol::{AskShown, AxesShown, GoalShown, StepShown};
use crate::session::Session;
use crate::session::judge::Judged;

/// Returns a step, given by its index, for display.
pub(super) fn shown(session: &Session, index: usize) -> Judged<StepShown> {
    let step = session.step(index)?;
    let simulated = session.simulated(index)?;
    // With a question or challenge, `then` is part of the verdict.
    let is_text = step.ask.is_none() && step.goal.is_none();
    let then = step.then.as_ref().filter(|_| is_text);
    let ask = step.ask.as_ref();
    let goal = step.goal.as_ref();
    Ok(StepShown {
        step: index + 1,
        title: step.title.clone(),
        text: session.html(index, &step.text)?,
        scene: session.scene(index)?.get_ref().clone(),
        from: simulated.scene.cycle,
        stop: simulated.run.cycle(),
        point: session.pointed(index)?,
        allow: texts(&step.allow),
        then: then.map(|then| session.html(index, then)).transpose()?,
        ask: ask.map(|ask| shown_ask(session, index, ask)).transpose()?,
        goal: goal
            .map(|goal| shown_goal(session, index, goal))
            .transpose()?,
    })
}

fn shown_ask(session: &Session, index: usize, ask: &Ask) -> Judged<AskShown> {
    let options = ask
        .option
        .iter()
        .map(|option| session.html(index, &option.text));
    let has_axes = !ask.loads.is_empty();
    Ok(AskShown {
        kind: ask.kind,
        text: session.html(index, &ask.text)?,
        unit: Some(ask.unit.clone()).filter(|unit| !unit.is_empty()),
        options: options.collect::<Judged<_>>()?,
        axes: has_axes.then(|| AxesShown {
            loads: ask.loads.clone(),
            most: ask.most,
        }),
        tries: session.lesson.tries_at(ask),
    })
}

fn shown_goal(session: &Session, index: usize, goal: &Goal) -> Judged<GoalShown> {
    Ok(GoalShown {
        text: session.html(index, &goal.text)?,
        par: goal.par,
        counts: goal.counts.clone(),
        solution: texts(&goal.solution),
    })
}

fn texts(fields: &[Spanned<String>]) -> Vec<String> {
    fields.iter().map(|field| field.get_ref().clone()).collect()
}
