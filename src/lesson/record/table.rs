//! A table of graded receipts: a row for every file, and the comma-separated values of all rows.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::grade::{COUNTS, Grade, grade_in, session_of};
use super::work::Work;
use super::xapi::Replayed;
use crate::error::LessonError;
use crate::file::format::Lesson;
use crate::session::Session;
use crate::vary::key_of_name;
use engine::catalog::quoted;

/// The end of the name of a lesson file.
const LESSON_FILE: &str = ".toml";

/// The columns of the comma-separated values before and after those of [`COUNTS`].
const FIRST: [&str; 3] = ["file", "lesson", "name"];
const LAST: [&str; 4] = ["holds", "why", "variant", "notes"];

/// A file among the receipts, graded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GradeRow {
    /// The name of the file.
    pub file: String,
    /// The result, or the reason why the file is not a receipt that can be replayed.
    pub graded: Result<Grade, String>,
}

/// A table in progress. Lesson files among the files are used for the receipts after them.
#[derive(Debug, Default)]
pub struct GradeTable {
    /// The lesson files, by the ids of the lessons.
    lessons: BTreeMap<String, String>,
    /// Sessions of lessons without variants, which many receipts share.
    sessions: BTreeMap<String, Session>,
    /// The rows, and the receipt of each with a result.
    rows: Vec<(GradeRow, Option<Work>)>,
}

/// Returns whether a file contains a lesson, judging by its name.
pub fn is_lesson_file(file: &str) -> bool {
    file.to_ascii_lowercase().ends_with(LESSON_FILE)
}

impl GradeTable {
    /// Adds a file, a lesson or a receipt; a lesson that is invalid and every receipt become a row.
    pub fn add(&mut self, file: &str, text: &str) {
        if !is_lesson_file(file) {
            let receipt = match Work::read_receipt(text) {
                Ok(receipt) => receipt,
                Err(error) => return self.refuse(file, error.to_string()),
            };
            return match self.grade(&receipt) {
                Ok(grade) => self.push(file, Ok(grade), Some(receipt)),
                Err(error) => self.refuse(file, error.to_string()),
            };
        }
        match Lesson::read(text) {
            Ok(lesson) => {
                self.sessions.remove(&lesson.id);
                self.lessons.insert(lesson.id, text.to_owned());
            }
            Err(mistake) => self.refuse(file, mistake.to_string()),
        }
    }

    /// Adds a row for a file that cannot be read.
    pub fn refuse(&mut self, file: &str, reason: String) {
        self.push(file, Err(reason), None);
    }

    fn push(&mut self, file: &str, graded: Result<Grade, String>, work: Option<Work>) {
        let file = file.to_owned();
        self.rows.push((GradeRow { file, graded }, work));
    }

    fn grade(&mut self, receipt: &Work) -> Result<Grade, LessonError> {
        let id = &receipt.record;
        if let Some(session) = self.sessions.get(id) {
            return Ok(grade_in(session, receipt));
        }
        let file = self.lessons.get(id).map(String::as_str);
        let session = session_of(receipt, file)?;
        let grade = grade_in(&session, receipt);
        if session.seed().is_none() {
            self.sessions.insert(id.clone(), session);
        }
        Ok(grade)
    }

    /// Returns all rows, with a remark on each receipt whose answers and scenes are those of another name.
    pub fn rows(&self) -> Vec<GradeRow> {
        let mut rows: Vec<_> = self.rows.iter().map(|(row, _)| row.clone()).collect();
        for (row, (_, receipt)) in rows.iter_mut().zip(&self.rows) {
            let (Ok(grade), Some(receipt)) = (&mut row.graded, receipt) else {
                continue;
            };
            let mut others = self.rows.iter().filter_map(|(row, other)| {
                let is_same = is_same_under_another_name(other.as_ref()?, receipt);
                is_same.then_some(row)
            });
            let Some(first) = others.next() else { continue };
            let more = match others.count() {
                0 => String::new(),
                1 => " and 1 other".to_owned(),
                more => format!(" and {more} others"),
            };
            let is_all_right = grade.first_try == grade.asks && grade.at_par == grade.challenges;
            let weight = if is_all_right {
                " (common where everything is right at the first try)"
            } else {
                ""
            };
            let first = quoted(&first.file);
            grade
                .notes
                .push(format!("same answers and scenes as {first}{more}{weight}"));
        }
        rows
    }

    /// Returns statements of xAPI on all receipts, in the order of the files. `pass` is the share of right tasks from which
    /// a lesson is passed \[%\], if there is one.
    pub fn statements(&self, pass: Option<u8>) -> Vec<Value> {
        let statements = self.rows.iter().filter_map(|(row, receipt)| {
            let (grade, work) = (row.graded.as_ref().ok()?, receipt.as_ref()?);
            Some(Replayed { grade, work, pass }.statements())
        });
        statements.flatten().collect()
    }

    /// Writes rows as comma-separated values.
    pub fn csv_of(rows: &[GradeRow]) -> Result<String, String> {
        let heads = FIRST.iter().chain(&COUNTS).chain(&LAST);
        let mut table = vec![heads.map(|&head| head.to_owned()).collect()];
        table.extend(rows.iter().map(cells));
        written(table)
    }
}

fn is_same_under_another_name(one: &Work, other: &Work) -> bool {
    let is_empty = one.answers.is_empty() && one.goals.is_empty();
    !is_empty
        && (&one.record, &one.answers, &one.goals) == (&other.record, &other.answers, &other.goals)
        && key_of_name(&one.name) != key_of_name(&other.name)
}

/// Returns the cells of a row, in the order of the columns.
fn cells(row: &GradeRow) -> Vec<String> {
    let file = plain(&row.file);
    let grade = match &row.graded {
        Ok(grade) => grade,
        Err(reason) => {
            let mut cells = vec![String::new(); FIRST.len() + COUNTS.len() + LAST.len()];
            let holds = FIRST.len() + COUNTS.len();
            cells[0] = file;
            cells[holds] = false.to_string();
            cells[holds + 1] = plain(reason);
            return cells;
        }
    };
    let mut cells = vec![file, plain(&grade.lesson), plain(&grade.name)];
    cells.extend(grade.counts().map(|count| count.to_string()));
    cells.extend([
        grade.holds.to_string(),
        plain(&grade.why.join("; ")),
        grade
            .variant
            .map(|seed| seed.to_string())
            .unwrap_or_default(),
        plain(&grade.notes.join("; ")),
    ]);
    cells
}

/// Writes comma-separated values, of records of equal length.
pub(super) fn written(records: Vec<Vec<String>>) -> Result<String, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for record in records {
        let record = writer.write_record(record);
        record.map_err(|error| format!("the table cannot be written: {error}"))?;
    }
    let bytes = writer.into_inner().map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns a text of a receipt that no spreadsheet takes for a formula.
pub(super) fn plain(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::register::EXAMPLE;
    use crate::vary::seed_of_name;

    /// A receipt for the example lesson, with these answers to its first question.
    fn receipt(name: &str, seed: u64, tries: &[&str]) -> String {
        let session = Session::open_variant(EXAMPLE, seed).expect("it fits");
        let mut work = Work::default();
        let right = session.expected(0).expect("it holds").write();
        for answer in tries {
            work.answer(1, if *answer == "right" { &right } else { answer }, 0);
        }
        work.handed_in(&session, name).to_json()
    }

    fn rows(files: &[(&str, String)]) -> Vec<GradeRow> {
        let mut table = GradeTable::default();
        table.add("lesson.toml", EXAMPLE);
        for (file, text) in files {
            table.add(file, text);
        }
        table.rows()
    }

    fn only(name: &str, seed: u64, tries: &[&str]) -> Grade {
        let row = rows(&[("a.json", receipt(name, seed, tries))]).remove(0);
        row.graded.expect("it can be replayed")
    }

    #[test]
    fn a_receipt_is_replayed_in_its_variant_which_its_name_confirms() {
        let seed = seed_of_name("Ada");
        let ada = only("ada ", seed, &["right"]);
        assert_eq!(
            (ada.first_try, ada.holds, ada.variant),
            (1, true, Some(seed))
        );
        let eve = only("Eve", seed, &["right"]);
        assert!(!eve.holds);
        assert_eq!(
            eve.why,
            [format!("its variant, {seed}, is not that of the name Eve")]
        );
        let text = receipt("Ada", seed, &["right"]);
        let without = text.replace(&format!("  \"seed\": {seed},\n"), "");
        assert_ne!(text, without);
        let row = rows(&[("a.json", without)]).remove(0);
        let why = row.graded.expect("it can be replayed").why;
        assert_eq!(
            why,
            ["it does not say which variant of the lesson it is of"]
        );
    }

    #[test]
    fn only_the_tries_that_a_question_allows_count() {
        let seed = seed_of_name("Ada");
        let second = only("Ada", seed, &["1", "right"]);
        assert_eq!((second.first_try, second.right), (0, 1));
        assert_eq!(second.notes, [""; 0]);
        let third = only("Ada", seed, &["1", "2", "right"]);
        assert_eq!((third.right, third.holds), (0, true));
        assert_eq!(third.notes, ["step 1: 3 tries, of which the first 2 count"]);
        assert_eq!(third.steps[0].given.len(), 3);
    }

    #[test]
    fn equal_receipts_under_two_names_are_marked() {
        let wrong = |name: &str| receipt(name, seed_of_name("Ada"), &["1", "2"]);
        let files = [
            ("ada.json", wrong("Ada")),
            ("again.json", wrong("ADA")),
            ("eve.json", wrong("Eve")),
            ("bo.json", receipt("Bo", seed_of_name("Bo"), &["1"])),
        ];
        let notes = |row: GradeRow| row.graded.expect("it can be replayed").notes.join("; ");
        let notes: Vec<_> = rows(&files).into_iter().map(notes).collect();
        assert_eq!(
            notes,
            [
                "same answers and scenes as eve.json",
                "same answers and scenes as eve.json",
                "same answers and scenes as ada.json and 1 other",
                "",
            ]
        );
    }

    #[test]
    fn files_that_are_no_receipts_are_listed_and_no_cell_is_a_formula() {
        let formula = receipt("=1+1", seed_of_name("=1+1"), &["right"]);
        let files = [
            ("photo.json", "{".to_owned()),
            ("broken.toml", "id = ".to_owned()),
            ("a.json", formula),
        ];
        let rows = rows(&files);
        assert_eq!(rows.len(), 3);
        assert!(rows[0].graded.is_err() && rows[1].graded.is_err());
        let csv = GradeTable::csv_of(&rows).expect("text");
        assert!(csv.starts_with("file,lesson,name,first_try,right,asks,goals,at_par,challenges,holds,why,variant,notes\n"));
        assert!(
            csv.contains("\na.json,your-own-message,'=1+1,1,1,2,0,0,1,true,,"),
            "{csv}"
        );
        assert!(
            csv.contains("photo.json,,,,,,,,,false,a receipt must be"),
            "{csv}"
        );
    }

    #[test]
    fn a_receipt_without_its_lesson_says_what_is_missing() {
        let mut table = GradeTable::default();
        table.add("a.json", &receipt("Ada", 0, &["right"]));
        let reason = table
            .rows()
            .remove(0)
            .graded
            .expect_err("there is no lesson");
        assert_eq!(
            reason,
            "lesson must be one of the program, or its file be given with the receipt, not your-own-message"
        );
    }
}
