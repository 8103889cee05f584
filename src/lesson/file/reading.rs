//! Chapters of textbooks that lessons refer to: `dally-towles 14`.

#[derive(Debug)]
struct Textbook {
    id: &'static str,
    cite: &'static str,
    /// Numbers and titles of chapters.
    chapters: &'static [(u8, &'static str)],
}

const TEXTBOOKS: [Textbook; 3] = [
    Textbook {
        id: "dally-towles",
        cite: "Dally & Towles 2004, Principles and Practices of Interconnection Networks",
        chapters: &[
            (1, "Introduction to Interconnection Networks"),
            (3, "Topology Basics"),
            (4, "Butterfly Networks"),
            (5, "Torus Networks"),
            (6, "Non-Blocking Networks"),
            (8, "Routing Basics"),
            (9, "Oblivious Routing"),
            (10, "Adaptive Routing"),
            (11, "Routing Mechanics"),
            (12, "Flow Control Basics"),
            (13, "Buffered Flow Control"),
            (14, "Deadlock and Livelock"),
            (15, "Quality of Service"),
            (16, "Router Architecture"),
            (18, "Arbitration"),
            (19, "Allocation"),
            (23, "Performance Analysis"),
            (24, "Simulation"),
        ],
    },
    Textbook {
        id: "duato-yalamanchili-ni",
        cite: "Duato, Yalamanchili & Ni 2003, Interconnection Networks: An Engineering Approach",
        chapters: &[
            (1, "Introduction"),
            (2, "Message Switching Layer"),
            (3, "Deadlock, Livelock, and Starvation"),
            (4, "Routing Algorithms"),
            (5, "Collective Communication Support"),
            (6, "Fault-Tolerant Routing"),
            (9, "Performance Evaluation"),
        ],
    },
    Textbook {
        id: "kleinrock",
        cite: "Kleinrock 1975, Queueing Systems, volume 1: Theory",
        chapters: &[
            (3, "Birth-Death Queueing Systems in Equilibrium"),
            (5, "The Queue M/G/1"),
        ],
    },
];

/// Returns the citation of a chapter: `dally-towles 14`.
pub(crate) fn chapter(named: &str) -> Option<String> {
    let (id, number) = named.split_once(' ')?;
    let book = TEXTBOOKS.iter().find(|book| book.id == id)?;
    let number: u8 = number.parse().ok()?;
    let (_, title) = book.chapters.iter().find(|(known, _)| *known == number)?;
    Some(format!("{}, ch. {number}: {title}", book.cite))
}

/// Returns every chapter as a lesson file names it.
pub(crate) fn chapters() -> impl Iterator<Item = String> {
    TEXTBOOKS.iter().flat_map(|book| {
        let numbers = book.chapters.iter().map(|(number, _)| number);
        numbers.map(|number| format!("{} {number}", book.id))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chapter_is_cited_with_its_title() {
        let cited = chapter("dally-towles 14").expect("a chapter");
        assert!(
            cited.ends_with(", ch. 14: Deadlock and Livelock"),
            "{cited}"
        );
        assert!(chapters().all(|named| chapter(&named).is_some()));
        for unknown in [
            "",
            "dally-towles",
            "dally-towles 99",
            "dally-towles x",
            "x 1",
        ] {
            assert_eq!(chapter(unknown), None, "{unknown}");
        }
    }
}
