//! A draft as the text of a lesson file.

use std::fmt::Write as _;

use super::{COUNTS, Draft, DraftAsk, DraftGoal, DraftStep, DraftVary};
use crate::file::format::Seed;

impl Draft {
    /// Writes a lesson file. Fields with their default are left out.
    pub fn to_toml(&self) -> String {
        let mut file = File::default();
        file.always("id", &self.id);
        file.always("title", &self.title);
        file.always("course", &self.course);
        file.number("place", self.place);
        file.number("minutes", self.minutes);
        file.texts("after", &self.after);
        file.texts("about", &self.about);
        file.texts("reading", &self.reading);
        file.texts("conventions", &self.conventions);
        file.always("goal", &self.goal);
        file.sentences("conclusions", &self.conclusions);
        file.text("teacher", &self.teacher);
        file.number_unless_zero("tries", f64::from(self.tries));
        if self.seed == Seed::Name {
            file.always("seed", "name");
        }
        for vary in &self.vary {
            file.vary(vary);
        }
        if !self.terms.is_empty() {
            file.table("[terms]");
            for (word, definition) in &self.terms {
                file.always(&string(word), definition);
            }
        }
        for step in &self.step {
            file.step(step);
        }
        file.0
    }
}

/// The text of a lesson file as far as it is written.
#[derive(Default)]
struct File(String);

impl File {
    fn line(&mut self, key: &str, value: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{key} = {value}");
    }

    fn table(&mut self, name: &str) {
        let _ = writeln!(self.0, "\n{name}");
    }

    fn always(&mut self, key: &str, text: &str) {
        self.line(key, &string(text));
    }

    /// Writes a text, unless it is empty.
    fn text(&mut self, key: &str, text: &str) {
        if !text.is_empty() {
            self.always(key, text);
        }
    }

    /// Writes a list of texts, unless it is empty.
    fn texts(&mut self, key: &str, texts: &[String]) {
        if !texts.is_empty() {
            let texts: Vec<_> = texts.iter().map(|text| string(text)).collect();
            self.line(key, &format!("[{}]", texts.join(", ")));
        }
    }

    /// Writes a list of sentences, one in a line, unless it is empty.
    fn sentences(&mut self, key: &str, sentences: &[String]) {
        if !sentences.is_empty() {
            let lines = sentences
                .iter()
                .map(|text| format!("    {},\n", string(text)));
            let lines: Vec<_> = lines.collect();
            self.line(key, &format!("[\n{}]", lines.concat()));
        }
    }

    fn number(&mut self, key: &str, number: impl std::fmt::Display) {
        self.line(key, &number.to_string());
    }

    /// Writes a number, unless it is 0.
    fn number_unless_zero(&mut self, key: &str, number: f64) {
        if number != 0.0 {
            self.number(key, number);
        }
    }

    /// Writes a whole number as such, another text as a text, and nothing if it is empty.
    fn whole(&mut self, key: &str, text: &str) {
        match text.parse::<i64>() {
            Ok(number) => self.number(key, number),
            Err(_) => self.text(key, text),
        }
    }

    fn vary(&mut self, vary: &DraftVary) {
        self.table("[[vary]]");
        self.always("name", &vary.name);
        let among = vary.among.iter().map(|text| {
            let number = text.parse::<i64>();
            number.map_or_else(|_| string(text), |number| number.to_string())
        });
        let among: Vec<_> = among.collect();
        if !among.is_empty() {
            self.line("among", &format!("[{}]", among.join(", ")));
        }
        self.whole("from", &vary.from);
        self.whole("to", &vary.to);
        self.text("node", &vary.node);
        self.text("where", &vary.condition);
    }

    fn step(&mut self, step: &DraftStep) {
        self.table("[[step]]");
        self.always("title", &step.title);
        self.always("text", &step.text);
        self.text("scene", &step.scene);
        self.text("script", &step.script);
        match step.until.parse::<u64>() {
            Ok(cycle) => self.number("until", cycle),
            Err(_) => self.text("until", &step.until),
        }
        self.texts("point", &step.point);
        self.texts("allow", &step.allow);
        self.text("then", &step.then);
        self.text("fits", &step.fits);
        if let Some(ask) = &step.ask {
            self.ask(ask);
        }
        if let Some(goal) = &step.goal {
            self.goal(goal);
        }
    }

    fn ask(&mut self, ask: &DraftAsk) {
        self.table("[step.ask]");
        self.always("kind", ask.kind.id());
        self.always("text", &ask.text);
        self.text("answer", &ask.answer);
        self.text("right", &ask.right);
        self.text("unit", &ask.unit);
        self.number_unless_zero("within", ask.within);
        if !ask.loads.is_empty() {
            let loads: Vec<_> = ask.loads.iter().map(f64::to_string).collect();
            self.line("loads", &format!("[{}]", loads.join(", ")));
        }
        self.number_unless_zero("most", ask.most);
        if let Some(tries) = ask.tries {
            self.number("tries", tries);
        }
        for option in &ask.option {
            self.table("[[step.ask.option]]");
            self.always("text", &option.text);
            self.always("holds", &option.holds);
            self.text("says", &option.says);
            self.text("scene", &option.scene);
        }
        for wrong in &ask.wrong {
            self.table("[[step.ask.wrong]]");
            self.always("when", &wrong.when);
            self.text("example", &wrong.example);
            self.always("text", &wrong.text);
            self.text("scene", &wrong.scene);
        }
    }

    fn goal(&mut self, goal: &DraftGoal) {
        self.table("[step.goal]");
        self.always("text", &goal.text);
        self.always("holds", &goal.holds);
        self.text("score", &goal.score);
        if goal.counts != COUNTS {
            self.always("counts", &goal.counts);
        }
        self.number("par", goal.par);
        let solution: Vec<_> = goal.solution.iter().map(|change| string(change)).collect();
        self.line("solution", &format!("[{}]", solution.join(", ")));
        for hint in &goal.hint {
            self.table("[[step.goal.hint]]");
            self.always("when", &hint.when);
            let example: Vec<_> = hint.example.iter().map(|change| string(change)).collect();
            self.line("example", &format!("[{}]", example.join(", ")));
            self.always("text", &hint.text);
        }
    }
}

/// Returns a text as a string of TOML, over several lines if it has several.
fn string(text: &str) -> String {
    let has_lines = text.contains('\n');
    let quote = if has_lines { "\"\"\"" } else { "\"" };
    let mut written = String::from(quote);
    if has_lines {
        // The first line break is not part of the text.
        written.push('\n');
    }
    for c in text.chars() {
        match c {
            '\n' | '\t' => written.push(c),
            // Alone, a quotation mark ends nothing in a text over several lines.
            '"' if has_lines && !written.ends_with('"') && !text.ends_with('"') => written.push(c),
            '"' | '\\' => written.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(written, "\\u{:04X}", u32::from(c));
            }
            c => written.push(c),
        }
    }
    written + quote
}
