//! The version of the program that made a link, and what that program saw of the run.

use engine::catalog::quoted;

/// Notes in a link about its making.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// The version, such as `0.1.0+c9e598c6ab`.
    pub version: String,
    /// The fingerprint of the run at the cycle of the link; `None` if the link stands at none.
    pub run: Option<u32>,
}

impl Made {
    /// Reads `0.1.0+c9e598c6ab~1f2e3d4c`, where the fingerprint may be absent.
    pub(crate) fn read(text: &str) -> Option<Self> {
        const LONGEST: usize = 64;
        let (version, run) = match text.split_once('~') {
            Some((version, run)) => (version, Some(u32::from_str_radix(run, 16).ok()?)),
            None => (text, None),
        };
        let is_usual = |c: char| c.is_ascii_alphanumeric() || ".+-".contains(c);
        let is_version = (1..=LONGEST).contains(&version.len()) && version.chars().all(is_usual);
        is_version.then(|| Self {
            version: version.to_owned(),
            run,
        })
    }

    /// Writes what [`Made::read`] reads.
    pub(crate) fn write(&self) -> String {
        match self.run {
            Some(run) => format!("{}~{run:08x}", self.version),
            None => self.version.clone(),
        }
    }

    /// Returns a sentence if the run that version `now` simulates has another fingerprint than that of the link.
    pub fn difference(&self, now: &str, run: u32) -> Option<String> {
        let is_same = self.run.is_none_or(|then| then == run);
        (!is_same).then(|| {
            format!(
                "This is not the run of the link: Flitscope {}, which made it, simulated another one than this version, {now}.",
                quoted(&self.version)
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_and_fingerprint_go_through_a_link_and_others_are_refused() {
        for (version, run) in [
            ("0.1.0", None),
            ("0.1.0+c9e598c6ab.modified", Some(0x00f2_e3d4)),
        ] {
            let version = version.to_owned();
            let made = Made { version, run };
            assert_eq!(Made::read(&made.write()), Some(made));
        }
        let long = "1".repeat(65);
        for text in [
            "",
            "~12",
            "0.1.0~",
            "0.1.0~xyz",
            "0.1.0~123456789",
            "0 1",
            &long,
        ] {
            assert_eq!(Made::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_link_says_so_only_if_its_run_is_known_to_differ() {
        let of = |run| Made {
            version: "0.1.0+aaaa".to_owned(),
            run,
        };
        assert_eq!(of(None).difference("0.2.0", 7), None);
        assert_eq!(of(Some(7)).difference("0.2.0", 7), None);
        assert_eq!(
            of(Some(8)).difference("0.2.0", 7).as_deref(),
            Some(
                "This is not the run of the link: Flitscope 0.1.0+aaaa, which made it, simulated another one than this \
                 version, 0.2.0."
            )
        );
    }
}
