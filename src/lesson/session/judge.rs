//! Verdicts on answers and on attempts at challenges.

use std::rc::Rc;

use rhai::Dynamic;

use crate::error::LessonError;
use crate::file::format::{Ask, Goal, Kind, Mistake, Step, Until};
use crate::query::{QueryEngine, in_words, list};
use crate::run::{MOST_CYCLES, Scene, SceneRun, changed};
use crate::session::answer::Answer;
use crate::session::text;
use engine::catalog::escaped;
use engine::routing::Scripts;
use study::scenario::Scenario;
use study::script::Fault;
use toml::Spanned;

/// A step with its run, on which its queries are evaluated.
#[derive(Debug)]
pub struct SimulatedStep {
    /// The scene that the picture shows first.
    pub scene: Scene,
    /// The scene, simulated to where *Run* stops.
    pub run: Rc<SceneRun>,
    engine: QueryEngine,
}

/// The verdict on an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the answer is right.
    pub right: bool,
    /// The reply, as HTML.
    pub says: String,
    /// The link of a scene that shows why the answer is wrong.
    pub scene: Option<String>,
    /// The index among the foreseen answers: options first, then `wrong` entries.
    pub foreseen: Option<usize>,
    /// Whether the answer is only a part of one: a path that begins or ends where no message does.
    pub is_incomplete: bool,
}

/// The result of an attempt at a challenge.
#[derive(Debug, Clone, PartialEq)]
pub struct Attempt {
    /// Whether the goal is met.
    pub met: bool,
    /// The score, if the goal is met.
    pub score: Option<f64>,
    /// The reply, as HTML: about the changed scene if the goal is met, otherwise a hint; empty if no hint
    /// applies.
    pub says: String,
}

/// A result whose error contains the place in the lesson file.
pub(crate) type Judged<T> = Result<T, Mistake>;

/// The text of a lesson file, in which errors are located.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source<'a>(pub(crate) &'a str);

impl Source<'_> {
    /// Locates an error of a query that is a whole field.
    fn of_query<T>(self, query: &Spanned<T>, fault: Fault) -> Mistake {
        let span = query.span();
        let quote = self.0[span.start..]
            .chars()
            .take_while(|&c| c == '\'' || c == '"')
            .count();
        let start = span.start + quote.min(3) + fault.column.saturating_sub(1);
        Mistake::at(self.0, Some(start..start), fault.reason)
    }

    /// Locates an error at a byte offset of a text.
    pub(crate) fn of_text(self, text: &Spanned<String>, at: usize, fault: Fault) -> Mistake {
        let span = text.span();
        // Escapes make offsets differ between the file and the text, so the rest of the line is searched.
        let written = &self.0[span.clone()];
        let words = text.get_ref();
        let start = words.get(at..).and_then(|rest| {
            let line = rest.lines().next()?;
            written.find(line).filter(|_| !line.is_empty())
        });
        let start = span.start + start.unwrap_or(0);
        Mistake::at(self.0, Some(start..start), fault.reason)
    }

    pub(crate) fn of<T>(self, field: &Spanned<T>, reason: String) -> Mistake {
        Mistake::at(self.0, Some(field.span()), reason)
    }
}

/// Returns whether `answer` determines the right answer, without a rule that accepts others.
fn has_one_answer(ask: &Ask) -> bool {
    ask.answer.is_some() && ask.right.is_none()
}

impl SimulatedStep {
    /// Simulates a step on its scene to where *Run* stops.
    pub(crate) fn new(
        source: Source<'_>,
        step: &Step,
        link: &Spanned<String>,
        scripts: &Scripts,
    ) -> Judged<Self> {
        let of_link = |error: LessonError| source.of(link, error.to_string());
        let scene = Scene::read(link.get_ref(), scripts).map_err(of_link)?;
        let run = SceneRun::new(&scene.scenario, &scene.scenario).map_err(of_link)?;
        let simulated = Self {
            engine: QueryEngine::of(&run),
            scene,
            run,
        };
        simulated.run_to_end(source, step)?;
        Ok(simulated)
    }

    /// Returns the scene with changes of the file.
    pub(crate) fn with(&self, changes: &[Spanned<String>]) -> Result<Scenario, LessonError> {
        let changes = changes.iter().map(|change| &**change.get_ref());
        changed(&self.scene.scenario, changes)
    }

    /// Simulates the step on a changed scene.
    pub(crate) fn changed(
        &self,
        source: Source<'_>,
        step: &Step,
        scenario: &Scenario,
    ) -> Result<Self, LessonError> {
        let run = SceneRun::new(scenario, &self.scene.scenario)?;
        let simulated = Self {
            engine: QueryEngine::of(&run),
            scene: Scene {
                scenario: scenario.clone(),
                cycle: self.scene.cycle,
            },
            run,
        };
        simulated.run_to_end(source, step)?;
        Ok(simulated)
    }

    /// Simulates to where *Run* stops.
    fn run_to_end(&self, source: Source<'_>, step: &Step) -> Judged<()> {
        let run = &self.run;
        match step.until.as_ref().map(|until| (until, until.get_ref())) {
            Some((_, Until::Cycle(cycle))) => {
                run.to_cycle(*cycle);
            }
            Some((field, Until::Holds(query))) => {
                // On a changed scene the condition may never hold.
                let may_fail = run.scenario() != run.scene();
                let holds = run.until(self.scene.cycle, || {
                    let holds = self.engine.holds(query, &[]);
                    Ok(holds? || may_fail && run.is_over() && !run.is_endless())
                });
                let holds = holds.map_err(|fault| source.of_query(field, fault))?;
                if !holds && !may_fail {
                    let reason =
                        format!("until must hold within {MOST_CYCLES} cycles, and does not");
                    return Err(source.of(field, reason));
                }
            }
            None if run.is_endless() => run.to_cycle(self.scene.cycle),
            None => {
                let Ok(_) =
                    run.until::<std::convert::Infallible>(self.scene.cycle, || Ok(run.is_over()));
            }
        }
        Ok(())
    }

    /// Renders a text as HTML with the values of its queries.
    pub(crate) fn render(
        &self,
        source: Source<'_>,
        words: &Spanned<String>,
        names: &[(&str, Dynamic)],
    ) -> Judged<String> {
        let rendered = text::render(words.get_ref(), &self.engine, names);
        rendered.map_err(|(at, fault)| source.of_text(words, at, fault))
    }

    pub(crate) fn holds(
        &self,
        source: Source<'_>,
        query: &Spanned<String>,
        names: &[(&str, Dynamic)],
    ) -> Judged<bool> {
        let holds = self.engine.holds(query.get_ref(), names);
        holds.map_err(|fault| source.of_query(query, fault))
    }

    pub(crate) fn value(
        &self,
        source: Source<'_>,
        query: &Spanned<String>,
        names: &[(&str, Dynamic)],
    ) -> Judged<Dynamic> {
        let value = self.engine.value(query.get_ref(), names);
        value.map_err(|fault| source.of_query(query, fault))
    }

    /// As [`SimulatedStep::value`], but refuses a query that reads nothing from the run: a literal would go
    /// stale.
    pub(crate) fn asked_value(
        &self,
        source: Source<'_>,
        query: &Spanned<String>,
    ) -> Judged<Dynamic> {
        let evaluated = self.engine.value_and_whether_asked(query.get_ref(), &[]);
        let (value, asked) = evaluated.map_err(|fault| source.of_query(query, fault))?;
        if asked {
            Ok(value)
        } else {
            let reason = format!(
                "a query must ask the run for something, such as arrival(0), or it goes stale: not {}",
                engine::catalog::quoted(query.get_ref())
            );
            Err(source.of(query, reason))
        }
    }

    /// Evaluates an expression that is not part of the file.
    pub(crate) fn ask(&self, text: &str) -> Result<Dynamic, Fault> {
        self.engine.value(text, &[])
    }

    /// Simulates the loads of a question about a curve and returns the measured points, up to saturation.
    fn measured(&self, ask: &Ask) -> Result<Vec<[f64; 2]>, LessonError> {
        let mut points = Vec::new();
        for &load in &ask.loads {
            let report = self.run.measure(load)?;
            if report.saturated {
                break;
            }
            if let Some(latency) = report.measures.latency.mean {
                points.push([load, latency]);
            }
        }
        Ok(points)
    }

    /// Returns an example of a foreseen answer: the field `example`, or the operand to which `when` compares
    /// the answer.
    pub(crate) fn example_of(&self, ask: &Ask, index: usize) -> Result<Answer, LessonError> {
        let wrong = &ask.wrong[index];
        let query = match &wrong.example {
            Some(example) => example.get_ref().as_str(),
            None => wrong
                .when
                .get_ref()
                .strip_prefix("answer == ")
                .ok_or_else(|| {
                    LessonError::new(
                        "an example must be given, since the condition is not for one answer",
                    )
                })?,
        };
        let value = self.ask(query);
        let value = value.map_err(|fault| LessonError::new(fault.reason))?;
        Answer::of_value(ask, &value)
    }

    /// Returns the right answer to the question of the step.
    pub(crate) fn expected(&self, source: Source<'_>, ask: &Ask) -> Judged<Answer> {
        match (&ask.answer, ask.kind) {
            (None, Kind::Curve) => {
                let points = self.measured(ask).map(Answer::Curve);
                points.map_err(|error| source.of(&ask.text, error.to_string()))
            }
            (None, Kind::Choice) => {
                for (index, option) in ask.option.iter().enumerate() {
                    if self.holds(source, &option.holds, &[])? {
                        return Ok(Answer::Choice(index));
                    }
                }
                let reason = "one of the options must hold, and none does".to_owned();
                Err(source.of(&ask.text, reason))
            }
            (None, _) => {
                let reason = "answer must be given: a query such as arrival(0)".to_owned();
                Err(source.of(&ask.text, reason))
            }
            (Some(query), _) => {
                let value = self.asked_value(source, query)?;
                let answer = Answer::of_value(ask, &value);
                answer.map_err(|error| source.of(query, error.to_string()))
            }
        }
    }

    pub(crate) fn judge(
        &self,
        source: Source<'_>,
        step: &Step,
        ask: &Ask,
        answer: &Answer,
    ) -> Judged<Verdict> {
        let names = self.names(source, ask, answer)?;
        if self.is_right(source, ask, answer, &names)? {
            let says = match &step.then {
                Some(then) => self.render(source, then, &names)?,
                None => String::new(),
            };
            return Ok(Verdict {
                right: true,
                says: self.exactly(source, ask, answer)? + says.as_str(),
                scene: None,
                foreseen: None,
                is_incomplete: false,
            });
        }
        let breaks_off = self.breaks_off(source, ask, answer)?;
        let verdict = |says: String, scene: Option<&Spanned<String>>, foreseen| Verdict {
            right: false,
            says,
            scene: scene.map(|link| link.get_ref().clone()),
            foreseen,
            is_incomplete: breaks_off.is_some(),
        };
        if let Answer::Choice(chosen) = answer
            && let Some(option) = ask.option.get(*chosen)
            && let Some(says) = &option.says
        {
            let says = self.render(source, says, &names)?;
            return Ok(verdict(says, option.scene.as_ref(), Some(*chosen)));
        }
        for (index, wrong) in ask.wrong.iter().enumerate() {
            if self.holds(source, &wrong.when, &names)? {
                let says = self.render(source, &wrong.text, &names)?;
                let foreseen = Some(ask.option.len() + index);
                return Ok(verdict(says, wrong.scene.as_ref(), foreseen));
            }
        }
        if let Some(words) = &breaks_off {
            return Ok(verdict(format!("<p>{words}</p>"), None, None));
        }
        if let Some(reply) = self.leads_back(source, ask, answer)? {
            return Ok(verdict(reply, None, None));
        }
        let how_far = if has_one_answer(ask) {
            answer.beside(&self.expected(source, ask)?)
        } else {
            None
        };
        let says = how_far.map_or_else(String::new, |words| format!("<p>{words}</p>"));
        Ok(verdict(says, None, None))
    }

    /// Returns at which end a path is incomplete, if it is: it does not begin at the source, or ends before a destination.
    fn breaks_off(&self, source: Source<'_>, ask: &Ask, answer: &Answer) -> Judged<Option<String>> {
        let Answer::Path(nodes) = answer else {
            return Ok(None);
        };
        if !has_one_answer(ask) {
            return Ok(None);
        }
        let Answer::Path(right) = self.expected(source, ask)? else {
            return Ok(None);
        };
        let ends = |path: &[String]| path.first().cloned().zip(path.last().cloned());
        let (Some((from, to)), Some((first, last))) = (ends(nodes), ends(&right)) else {
            return Ok(None);
        };
        let messages = self.run.scenario().messages.iter();
        let is_destination = |node: &String| {
            let given = self.run.node("answer", node).ok();
            let mut destinations = messages.clone().flat_map(|message| &message.to);
            destinations.any(|to| given.is_some() && self.run.node("to", to).ok() == given)
        };
        Ok(if from != first {
            Some(format!(
                "The path is incomplete: it begins at {}, and not at its source.",
                escaped(&from)
            ))
        } else if to != last && !is_destination(&to) {
            Some(format!(
                "The path is incomplete: it ends at {}, before a destination.",
                escaped(&to)
            ))
        } else {
            None
        })
    }

    /// Renders the reply to the channel beside the right one, which leads in the other direction.
    fn leads_back(&self, source: Source<'_>, ask: &Ask, answer: &Answer) -> Judged<Option<String>> {
        let Some(reversed) = answer.reversed() else {
            return Ok(None);
        };
        let names = self.names(source, ask, &reversed)?;
        let is_right = self.is_right(source, ask, &reversed, &names)?;
        Ok(is_right.then(|| {
            "<p>That one leads back. A link has a channel in each direction: which of the two is \
             used?</p>"
                .to_owned()
        }))
    }

    /// Renders the exact number after an answer that is only within the tolerance.
    fn exactly(&self, source: Source<'_>, ask: &Ask, answer: &Answer) -> Judged<String> {
        if ask.kind != Kind::Number || !has_one_answer(ask) {
            return Ok(String::new());
        }
        let expected = self.expected(source, ask)?;
        Ok(if expected == *answer {
            String::new()
        } else {
            format!("<p>It is {}.</p>", in_words(&expected.value()))
        })
    }

    /// Returns the variables available to queries over an answer.
    fn names(
        &self,
        source: Source<'_>,
        ask: &Ask,
        answer: &Answer,
    ) -> Judged<Vec<(&'static str, Dynamic)>> {
        let mut names = vec![("answer", answer.value())];
        if ask.kind == Kind::Curve {
            let measured = self.measured(ask);
            let measured = measured.map_err(|error| source.of(&ask.text, error.to_string()))?;
            names.push((
                "measured",
                list(measured.iter().map(|p| list(p.iter().copied()))),
            ));
        }
        Ok(names)
    }

    fn is_right(
        &self,
        source: Source<'_>,
        ask: &Ask,
        answer: &Answer,
        names: &[(&str, Dynamic)],
    ) -> Judged<bool> {
        if let Some(right) = &ask.right {
            return self.holds(source, right, names);
        }
        if let (Answer::Choice(chosen), None) = (answer, &ask.answer) {
            let option = &ask.option[*chosen];
            return self.holds(source, &option.holds, names);
        }
        match &ask.answer {
            Some(query) => {
                let value = self.value(source, query, &[])?;
                Ok(answer.agrees(ask, &value))
            }
            None => Ok(*answer == self.expected(source, ask)?),
        }
    }

    /// Judges an attempt at a challenge, whose changed scene this is.
    pub(crate) fn attempt(&self, source: Source<'_>, goal: &Goal) -> Judged<Attempt> {
        if self.holds(source, &goal.holds, &[])? {
            return Ok(Attempt {
                met: true,
                score: Some(self.score(source, goal)?),
                says: String::new(),
            });
        }
        let mut says = String::new();
        for hint in &goal.hint {
            if self.holds(source, &hint.when, &[])? {
                says = self.render(source, &hint.text, &[])?;
                break;
            }
        }
        Ok(Attempt {
            met: false,
            score: None,
            says,
        })
    }

    fn score(&self, source: Source<'_>, goal: &Goal) -> Judged<f64> {
        let Some(score) = &goal.score else {
            return Ok(self.run.scenario().changes(self.run.scene()) as f64);
        };
        let value = self.value(source, score, &[])?;
        let number = value
            .as_float()
            .ok()
            .or_else(|| value.as_int().ok().map(|n| n as f64));
        number.ok_or_else(|| source.of(score, "score must be a number".to_owned()))
    }
}
