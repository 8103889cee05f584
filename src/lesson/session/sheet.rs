//! Printed sheets of a lesson: the student's with room to write, the teacher's with the computed answers.

use std::fmt::Write as _;

use crate::file::format::{Ask, Goal, Kind, Step};
use crate::session::Session;
use crate::session::answer::Answer;
use crate::session::judge::Judged;
use crate::session::text::to_html;
use engine::catalog::escaped;
use engine::topology::Arrangement;
use page::handout;
use picture::scene::{self, Layout, Palette, Sight};

/// Width of a picture \[pixels\].
const WIDTH: f32 = 560.0;

/// The longest link of which a printed code can be read by a phone \[characters\].
const MOST_IN_CODE: usize = 500;

impl Session {
    /// Renders the sheet as HTML. `link` leads to the lesson in the page and is printed as a QR code; where it
    /// is too long for one, the file is named.
    pub fn sheet(&self, for_teacher: bool, link: &str) -> Judged<String> {
        let lesson = &self.lesson;
        let mut html = String::new();
        // Writing to a string cannot fail.
        let _ = write!(
            html,
            "<header class=\"sheet-head\"><div><h1>{}</h1><p>{} {} minutes.{}</p><p>{}</p></div>{}</header>",
            inline(&to_html(&lesson.title)),
            escaped(&lesson.goal),
            lesson.minutes,
            self.seed()
                .map(|seed| format!(" Variant {seed}."))
                .unwrap_or_default(),
            if for_teacher {
                "Teacher’s sheet, with the answers"
            } else {
                "Name: <span class=\"name-line\"></span>"
            },
            self.way_to(link),
        );
        if for_teacher && !lesson.teacher.is_empty() {
            let _ = write!(
                html,
                "<section class=\"for-teacher\">{}</section>",
                to_html(&lesson.teacher)
            );
        }
        for (index, step) in lesson.step.iter().enumerate() {
            html += self.sheet_of(index, step, for_teacher)?.as_str();
        }
        if for_teacher {
            html += self.conclusions().as_str();
        }
        Ok(html)
    }

    fn conclusions(&self) -> String {
        let mut items = String::new();
        for text in self.lesson.conclusions() {
            let _ = write!(items, "<li>{}</li>", escaped(text));
        }
        if items.is_empty() {
            return items;
        }
        format!("<section class=\"for-teacher\"><h2>Conclusions</h2><ul>{items}</ul></section>")
    }

    /// Renders the QR code of a link, or says which file opens the lesson.
    fn way_to(&self, link: &str) -> String {
        if link.len() <= MOST_IN_CODE {
            return qr_code(link);
        }
        let page = link.split('#').next().unwrap_or_default();
        format!(
            "<p class=\"sheet-file\">Open {}.toml at {}#/lessons</p>",
            escaped(&self.lesson.id),
            escaped(page)
        )
    }

    fn sheet_of(&self, index: usize, step: &Step, for_teacher: bool) -> Judged<String> {
        let mut html = format!("<section><h2>{}. {}</h2>", index + 1, escaped(&step.title));
        html += self.html(index, &step.text)?.as_str();
        if step.scene.is_some() || index == 0 {
            let _ = write!(
                html,
                "<div class=\"sheet-picture\">{}</div>",
                self.picture(index)?
            );
            html += self.messages(index)?.as_str();
        }
        if let Some(ask) = &step.ask {
            html += self.html(index, &ask.text)?.as_str();
            html += self.options(index, ask)?.as_str();
            if for_teacher {
                html += self.answers(index, step, ask)?.as_str();
            } else if ask.kind != Kind::Choice {
                html += "<div class=\"room\"></div>";
            }
        }
        if let Some(goal) = &step.goal {
            html += self.html(index, &goal.text)?.as_str();
            if for_teacher {
                let solution: Vec<_> = goal
                    .solution
                    .iter()
                    .map(|change| escaped(change.get_ref()))
                    .collect();
                let par = goal.par;
                // Singular: "1 change".
                let counts = if (par - 1.0).abs() < f64::EPSILON {
                    goal.counts.trim_end_matches('s')
                } else {
                    &*goal.counts
                };
                let _ = write!(
                    html,
                    "<div class=\"for-teacher\"><p><b>A solution:</b> <code>{}</code> ({par} {})</p>",
                    solution.join(" & "),
                    escaped(counts)
                );
                html += self.explanation(index, step)?.as_str();
                html += self.hints(index, step, goal)?.as_str();
                html += "</div>";
            } else {
                html += "<div class=\"room\"></div>";
            }
        }
        if for_teacher && step.ask.is_none() && step.goal.is_none() {
            let explanation = self.explanation(index, step)?;
            if !explanation.is_empty() {
                let _ = write!(html, "<div class=\"for-teacher\">{explanation}</div>");
            }
        }
        Ok(html + "</section>")
    }

    /// Lists the messages of a picture, whose destinations it does not show.
    fn messages(&self, index: usize) -> Judged<String> {
        const MOST: usize = 12;
        let simulated = self.simulated(index)?;
        let messages = &simulated.scene.scenario.messages;
        if messages.is_empty() || messages.len() > MOST {
            return Ok(String::new());
        }
        // They are numbered in the order of their generation.
        let mut messages: Vec<_> = messages.iter().collect();
        messages.sort_by_key(|message| message.at);
        let messages = messages.iter().enumerate().map(|(number, message)| {
            let to = message.to.join(" and ");
            escaped(&format!("{number} from {} to {to}", message.from))
        });
        let messages: Vec<_> = messages.collect();
        Ok(format!("<p>Messages: {}.</p>", messages.join("; ")))
    }

    /// Renders the explanation of a step; for a challenge, of its solved scene.
    fn explanation(&self, index: usize, step: &Step) -> Judged<String> {
        let Some(then) = &step.then else {
            return Ok(String::new());
        };
        let Some(goal) = &step.goal else {
            return self.html(index, then);
        };
        let solved = self.simulated(index)?.with(&goal.solution).ok();
        let attempt = solved.and_then(|solved| self.attempt_of(index, &solved).ok());
        match attempt {
            Some(attempt) if attempt.met => Ok(attempt.says),
            _ => self.html(index, then),
        }
    }

    /// Renders the hints of a challenge, each on the scene of its example.
    fn hints(&self, index: usize, step: &Step, goal: &Goal) -> Judged<String> {
        let simulated = self.simulated(index)?;
        let mut html = String::new();
        for hint in &goal.hint {
            let tried = simulated.with(&hint.example).ok();
            let tried = tried.and_then(|tried| simulated.changed(self.place(), step, &tried).ok());
            let Some(tried) = tried else { continue };
            let says = tried.render(self.place(), &hint.text, &[])?;
            let _ = write!(html, "<li>{}</li>", inline(&says));
        }
        if html.is_empty() {
            return Ok(html);
        }
        Ok(format!("<p>Hints:</p><ul>{html}</ul>"))
    }

    fn options(&self, index: usize, ask: &Ask) -> Judged<String> {
        let mut html = String::new();
        for option in &ask.option {
            let text = self.html(index, &option.text)?;
            let _ = write!(
                html,
                "<div class=\"sheet-option\">☐ {}</div>",
                inline(&text)
            );
        }
        Ok(html)
    }

    /// Renders the computed answer, its explanation and common wrong answers with their replies.
    fn answers(&self, index: usize, step: &Step, ask: &Ask) -> Judged<String> {
        let expected = self.expected(index)?;
        let answer = match &expected {
            Answer::Choice(chosen) => self.html(index, &ask.option[*chosen].text)?,
            Answer::Curve(_) => "<p>the measured curve</p>".to_owned(),
            other => format!("<p>{} {}</p>", escaped(&other.write()), escaped(&ask.unit)),
        };
        let mut html = format!("<div class=\"for-teacher\"><b>Answer:</b> {answer}");
        if let Some(then) = &step.then {
            html += self.html(index, then)?.as_str();
        }
        let simulated = self.simulated(index)?;
        let mut heard = String::new();
        let options = (0..ask.option.len()).map(Answer::Choice);
        let examples =
            (0..ask.wrong.len()).filter_map(|index| simulated.example_of(ask, index).ok());
        for answer in options.chain(examples) {
            let verdict = simulated.judge(self.place(), step, ask, &answer)?;
            if verdict.foreseen.is_none() {
                continue;
            }
            let given = match &answer {
                Answer::Choice(chosen) => self.html(index, &ask.option[*chosen].text)?,
                Answer::Curve(_) => String::new(),
                other => escaped(&other.write()),
            };
            let _ = write!(
                heard,
                "<li><i>{}</i> {}</li>",
                inline(&given),
                inline(&verdict.says)
            );
        }
        if !heard.is_empty() {
            let _ = write!(html, "<p>Common wrong answers:</p><ul>{heard}</ul>");
        }
        Ok(html + "</div>")
    }

    /// Draws the first picture of a step.
    fn picture(&self, index: usize) -> Judged<String> {
        let simulated = self.simulated(index)?;
        let built = simulated.run.built();
        let (topology, design) = (&*built.topology, &built.design);
        let layout = Layout::new(
            topology,
            &design.network,
            design.vcs,
            Arrangement::default(),
        );
        let snapshot = simulated.run.at(simulated.scene.cycle);
        let sight = Sight {
            not_started: &scene::not_started(design, &snapshot),
            ..Sight::of(topology, design, &layout, &snapshot)
        };
        Ok(scene::figure(sight, design, WIDTH, &Palette::LIGHT))
    }
}

/// Renders a link as a QR code; returns an empty text if there is no link or it is too long for a code.
pub(crate) fn qr_code(link: &str) -> String {
    if link.is_empty() || link.len() > MOST_IN_CODE {
        return String::new();
    }
    let picture = handout::qr_code(link).map(|(picture, _)| picture);
    let picture = picture.unwrap_or_default();
    format!(
        "<figure class=\"qr\" role=\"img\" aria-label=\"QR code of the lesson\">{picture}</figure>"
    )
}

/// Removes the paragraph tags around a text.
fn inline(html: &str) -> String {
    html.replace("<p>", "").replace("</p>", "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::register::source_of;

    #[test]
    fn only_the_teachers_sheet_contains_answers() {
        let source = source_of("deadlock-in-a-ring").expect("it is registered");
        let session = Session::open(source).expect("the build has read it");
        let sheet = |teacher| session.sheet(teacher, "https://example.org/#/lessons/x/1");
        let (student, teacher) = (
            sheet(false).expect("it holds"),
            sheet(true).expect("it holds"),
        );
        assert!(teacher.contains("<b>Answer:</b>") && teacher.contains("<b>A solution:</b>"));
        assert!(!student.contains("Answer:") && !student.contains("for-teacher"));
        assert!(teacher.contains("<h2>Conclusions</h2>") && !student.contains("Conclusions"));
        assert!(student.contains("class=\"room\"") && student.contains("QR code"));
        assert!(student.matches("<svg").count() >= 2);
        assert!(!teacher.contains("{{"), "a query is not filled in");
    }
}
