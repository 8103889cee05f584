//! The list of lessons that a user has opened from files, which the browser keeps with a limit on their
//! number and size.

const MOST: usize = 20;

/// The most characters of all files together.
const MOST_CHARACTERS: usize = 1_000_000;

/// A lesson that was opened from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    pub id: String,
    pub title: String,
    pub steps: usize,
    /// The length of its file \[characters\].
    pub size: usize,
    /// The name of the file beside the page from which it was opened.
    pub beside: Option<String>,
}

/// Lessons opened from files, the one opened last at the end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shelf(Vec<Kept>);

impl Shelf {
    /// The lessons, the one opened last at the end.
    pub fn lessons(&self) -> &[Kept] {
        &self.0
    }

    pub fn find(&self, id: &str) -> Option<&Kept> {
        self.0.iter().find(|kept| kept.id == id)
    }

    /// Adds a lesson, in place of one with the same id; returns the ids of those that no longer fit, oldest
    /// first.
    pub fn add(&mut self, lesson: Kept) -> Vec<String> {
        self.remove(&lesson.id);
        self.0.push(lesson);
        let mut dropped = Vec::new();
        let size = |kept: &[Kept]| kept.iter().map(|kept| kept.size).sum::<usize>();
        while self.0.len() > 1 && (self.0.len() > MOST || size(&self.0) > MOST_CHARACTERS) {
            dropped.push(self.0.remove(0).id);
        }
        dropped
    }

    pub fn remove(&mut self, id: &str) {
        self.0.retain(|kept| kept.id != id);
    }

    /// Writes one line per lesson.
    pub fn to_text(&self) -> String {
        let lines = self.0.iter().map(|kept| {
            let title = kept.title.replace(['\t', '\n', '\r'], " ");
            let beside = kept.beside.as_deref().unwrap_or_default();
            format!(
                "{}\t{}\t{}\t{beside}\t{title}\n",
                kept.id, kept.steps, kept.size
            )
        });
        lines.collect()
    }

    /// Parses the text written by [`Shelf::to_text`], without the lines that are not of it.
    pub fn of_text(text: &str) -> Self {
        let lessons = text.lines().filter_map(|line| {
            let parts: Vec<_> = line.splitn(5, '\t').collect();
            let [id, steps, size, beside, title] = *parts else {
                return None;
            };
            Some(Kept {
                id: id.to_owned(),
                title: title.to_owned(),
                steps: steps.parse().ok()?,
                size: size.parse().ok()?,
                beside: Some(beside.to_owned()).filter(|name| !name.is_empty()),
            })
        });
        Self(lessons.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson(id: &str, size: usize) -> Kept {
        Kept {
            id: id.to_owned(),
            title: format!("The lesson {id}"),
            steps: 3,
            size,
            beside: (id == "b").then(|| "b.toml".to_owned()),
        }
    }

    #[test]
    fn the_list_round_trips_and_foreign_lines_are_left_out() {
        let mut shelf = Shelf::default();
        shelf.add(lesson("a", 10));
        shelf.add(lesson("b", 20));
        assert_eq!(shelf.add(lesson("a", 30)), [""; 0]);
        let ids: Vec<_> = shelf.lessons().iter().map(|kept| &*kept.id).collect();
        assert_eq!(ids, ["b", "a"]);
        assert_eq!(Shelf::of_text(&shelf.to_text()), shelf);
        let text = format!("{}nonsense\na\tb\tc\td\te\n", shelf.to_text());
        assert_eq!(Shelf::of_text(&text), shelf);
        shelf.remove("b");
        assert_eq!(shelf.find("b"), None);
        assert_eq!(shelf.find("a").map(|kept| kept.size), Some(30));
    }

    #[test]
    fn the_oldest_lessons_make_room_and_the_newest_stays() {
        let mut shelf = Shelf::default();
        for number in 0..MOST {
            assert_eq!(shelf.add(lesson(&number.to_string(), 1)), [""; 0]);
        }
        assert_eq!(shelf.add(lesson("new", 1)), ["0"]);
        let dropped = shelf.add(lesson("large", 2 * MOST_CHARACTERS));
        assert_eq!(dropped.len(), MOST);
        assert_eq!(shelf.lessons().len(), 1);
    }
}
