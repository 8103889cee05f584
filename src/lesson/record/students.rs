//! The table of a class: a row for every student, from the graded receipts of all lessons.

use std::collections::{BTreeMap, BTreeSet};

use super::grade::{COUNTS, Grade};
use super::table::{GradeRow, plain, written};
use crate::vary::key_of_name;

/// The columns before those of [`COUNTS`], which are sums over the lessons of a student, and after them, before those of
/// lessons.
const FIRST: [&str; 2] = ["name", "lessons"];
const LAST: [&str; 2] = ["notes", "files"];

/// The receipts of a student.
#[derive(Default)]
struct Student<'a> {
    /// The name, as the first receipt writes it.
    name: &'a str,
    /// The best receipt of each lesson.
    best: BTreeMap<&'a str, &'a Grade>,
    /// Remarks on receipts: why one does not hold, or which other it equals.
    notes: Vec<String>,
    files: Vec<&'a str>,
}

/// Writes comma-separated values with one row for every student, by name; files that are no receipts
/// come last, a row each, without a name.
///
/// Of several receipts of a lesson, the best counts: one with more questions and challenges done, then
/// one with more of them at the first try and at par. A receipt that does not hold counts as none. The
/// column of a lesson has the number of questions answered correctly plus challenges met; it is empty
/// where no receipt of it holds.
pub fn students_csv(rows: &[GradeRow]) -> Result<String, String> {
    let mut students = BTreeMap::new();
    let mut lessons = BTreeSet::new();
    let mut others = Vec::new();
    for row in rows {
        let grade = match &row.graded {
            Ok(grade) => grade,
            Err(reason) => {
                others.push((&row.file, reason));
                continue;
            }
        };
        lessons.insert(&*grade.lesson);
        let student: &mut Student = students.entry(key_of_name(&grade.name)).or_default();
        student.add(&row.file, grade);
    }
    let lessons: Vec<_> = lessons.into_iter().collect();
    let heads = FIRST.iter().chain(&COUNTS).chain(&LAST).chain(&lessons);
    let mut table = vec![heads.map(|&head| head.to_owned()).collect::<Vec<_>>()];
    table.extend(students.values().map(|student| student.cells(&lessons)));
    for (file, reason) in others {
        let mut cells = vec![String::new(); FIRST.len() + COUNTS.len()];
        cells.extend([plain(reason), plain(file)]);
        cells.extend(lessons.iter().map(|_| String::new()));
        table.push(cells);
    }
    written(table)
}

impl<'a> Student<'a> {
    fn add(&mut self, file: &'a str, grade: &'a Grade) {
        if self.files.is_empty() {
            self.name = &grade.name;
        }
        self.files.push(file);
        let remarks = grade.why.iter().chain(&grade.notes);
        let lesson = &grade.lesson;
        self.notes
            .extend(remarks.map(|remark| format!("{lesson}: {remark}")));
        if grade.holds {
            let best = self.best.entry(lesson).or_insert(grade);
            if worth(grade) > worth(best) {
                *best = grade;
            }
        }
    }

    fn cells(&self, lessons: &[&str]) -> Vec<String> {
        let mut sums = [0; COUNTS.len()];
        for grade in self.best.values() {
            for (sum, count) in sums.iter_mut().zip(grade.counts()) {
                *sum += count;
            }
        }
        let mut cells = vec![plain(self.name), self.best.len().to_string()];
        cells.extend(sums.map(|sum| sum.to_string()));
        cells.extend([plain(&self.notes.join("; ")), plain(&self.files.join("; "))]);
        cells.extend(lessons.iter().map(|lesson| {
            let done = self.best.get(lesson);
            done.map(|grade| (grade.right + grade.goals).to_string())
                .unwrap_or_default()
        }));
        cells
    }
}

/// Returns a measure by which receipts of one lesson are compared.
fn worth(grade: &Grade) -> (usize, usize) {
    (grade.right + grade.goals, grade.first_try + grade.at_par)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of a lesson with three questions, of which so many are right.
    fn row(file: &str, name: &str, lesson: &str, right: usize, why: &[&str]) -> GradeRow {
        let grade = Grade {
            lesson: lesson.to_owned(),
            title: String::new(),
            name: name.to_owned(),
            first_try: right.min(1),
            right,
            asks: 3,
            goals: 1,
            at_par: 0,
            challenges: 1,
            holds: why.is_empty(),
            why: why.iter().map(|&why| why.to_owned()).collect(),
            notes: Vec::new(),
            variant: None,
            steps: Vec::new(),
        };
        GradeRow {
            file: file.to_owned(),
            graded: Ok(grade),
        }
    }

    #[test]
    fn a_student_has_one_row_in_which_the_best_receipt_of_a_lesson_counts() {
        let photo = GradeRow {
            file: "photo.png".to_owned(),
            graded: Err("a receipt must be text".to_owned()),
        };
        let rows = [
            row("1.json", "Eve", "ring", 1, &[]),
            row("2.json", "Ada L", "ring", 1, &[]),
            row("3.json", "ada l", "ring", 3, &[]),
            row("4.json", "Ada L", "mesh", 2, &[]),
            photo,
            row("5.json", "Bo", "ring", 3, &["step 1 is there twice"]),
        ];
        let csv = students_csv(&rows).expect("text");
        assert_eq!(
            csv,
            "name,lessons,first_try,right,asks,goals,at_par,challenges,notes,files,mesh,ring\n\
             Ada L,2,2,5,6,2,0,2,,2.json; 3.json; 4.json,3,4\n\
             Bo,0,0,0,0,0,0,0,ring: step 1 is there twice,5.json,,\n\
             Eve,1,1,1,3,1,0,1,,1.json,,2\n\
             ,,,,,,,,a receipt must be text,photo.png,,\n"
        );
    }

    #[test]
    fn a_class_of_120_has_120_rows_whatever_the_order_of_the_files() {
        let mut rows: Vec<_> = (0..120)
            .flat_map(|k| {
                let name = format!("Student {k}");
                ["ring", "mesh"]
                    .map(|lesson| row(&format!("{lesson}-{k}"), &name, lesson, k % 4, &[]))
            })
            .collect();
        let cells = |rows: &[GradeRow]| {
            let csv = students_csv(rows).expect("text");
            let lines = csv.lines().skip(1).map(str::to_owned);
            lines
                .map(|line| line.split(',').take(8).collect::<Vec<_>>().join(","))
                .collect::<Vec<_>>()
        };
        let before = cells(&rows);
        assert_eq!(before.len(), 120);
        rows.reverse();
        assert_eq!(cells(&rows), before);
    }
}
