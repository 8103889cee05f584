//! The check of a lesson file with its variants: each must hold as a whole, with the same par, and they must
//! differ in their answers.

use std::collections::BTreeSet;

use super::check::{Check, Variants};
use crate::file::format::Mistake;
use crate::file::register::source_of;
use crate::session::Session;
use crate::session::judge::Judged;
use crate::vary::combinations;

/// The most combinations of values of which all are played.
const MOST_COMBINATIONS: usize = 32;

/// The number of variants that are played if there are more combinations.
const SEEDS: u64 = 24;

/// Returns whether a lesson has the id of a built-in lesson, but another file.
pub(crate) fn is_of_another(session: &Session) -> bool {
    source_of(&session.lesson.id).is_some_and(|built_in| built_in != session.file())
}

/// Checks a whole lesson file, given its text, in several variants if it has any.
pub fn check(source: &str) -> Check {
    match Session::open(source) {
        Ok(session) => {
            let mut check = session.check();
            if session.variant().is_some() && check.mistakes.is_empty() {
                check_variants(&session, &mut check);
            }
            if is_of_another(&session) {
                check.warnings.push(format!(
                    "the page opens no file with the id of a lesson of the program, {}",
                    session.lesson.id
                ));
            }
            check
        }
        Err(mistake) => Check {
            mistakes: vec![mistake],
            ..Check::default()
        },
    }
}

/// Plays the variants of a lesson, given by one of them, and adds what it finds.
fn check_variants(session: &Session, check: &mut Check) {
    match played(session) {
        Ok((variants, warning)) => {
            check.variants = Some(variants);
            check.warnings.extend(warning);
        }
        Err(mistake) => check.mistakes.push(mistake),
    }
}

fn played(session: &Session) -> Judged<(Variants, Option<String>)> {
    let file = session.file();
    let combinations = combinations(&session.lesson, file, MOST_COMBINATIONS)?;
    let are_all = combinations.is_some();
    let mut answers = BTreeSet::new();
    let mut count = 0;
    let mut play = |variant: Session| -> Judged<()> {
        let Check {
            mistakes, played, ..
        } = variant.check();
        if let Some(mistake) = mistakes.first() {
            return Err(within(&variant, mistake));
        }
        count += 1;
        answers.insert(played.into_iter().map(|played| played.answer).collect());
        Ok(())
    };
    match combinations {
        Some(all) => {
            for values in all {
                let variant = Session::with_values(file, 0, values)?;
                if variant.fits()? {
                    play(variant)?;
                }
            }
        }
        None => {
            for seed in 0..SEEDS {
                play(Session::open_variant(file, seed)?)?;
            }
        }
    }
    let answers: BTreeSet<Vec<String>> = answers;
    let warning = match (count, answers.len()) {
        (1, _) => Some("the lesson has only one variant".to_owned()),
        (_, 1) => Some(format!(
            "the answers are the same in all {count} variants that were played, so the values that vary make no \
             difference"
        )),
        _ => None,
    };
    let played = count;
    Ok((Variants { played, are_all }, warning))
}

/// Adds the values of a variant to an error in it.
fn within(variant: &Session, mistake: &Mistake) -> Mistake {
    let values = variant
        .variant()
        .into_iter()
        .flat_map(|variant| &variant.values);
    let values = values.map(|(name, value)| format!("{name} = {value}"));
    let values: Vec<_> = values.collect();
    Mistake {
        line: mistake.line,
        column: mistake.column,
        reason: format!("with {}: {}", values.join(", "), mistake.reason),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::register::EXAMPLE;

    fn checked(from: &str, to: &str) -> Check {
        let text = EXAMPLE.replacen(from, to, 1);
        assert_ne!(text, EXAMPLE, "{from}");
        check(&text)
    }

    #[test]
    fn several_variants_of_the_example_hold_and_differ() {
        let check = check(EXAMPLE);
        assert_eq!(check.mistakes, []);
        assert_eq!(check.warnings, [""; 0]);
        let variants = check.variants.expect("it varies");
        assert_eq!((variants.played, variants.are_all), (24, false));
    }

    #[test]
    fn every_combination_is_played_if_there_are_few() {
        let few = checked("where = 'distance", "where = 'node == \"2,3\" && distance");
        let variants = few.variants.expect("it varies");
        assert_eq!((variants.played, variants.are_all), (12, true));
    }

    #[test]
    fn a_variant_that_does_not_hold_is_reported_with_its_values() {
        let check = checked("among = [4, 6, 8, 10]", "among = [4, 6, 3]");
        let mistake = &check.mistakes[0];
        assert!(mistake.reason.contains("length = 3: "), "{mistake}");
        assert!(mistake.line > 0);
    }

    #[test]
    fn a_variation_that_changes_no_answer_is_pointless() {
        let text = EXAMPLE.replace("$(k)", "5").replace("to = 6", "to = 7");
        let text = text.replace("where = 'distance", "where = 'node == \"2,3\" && distance");
        let same = check(&text.replace("among = [4, 6, 8, 10]", "among = [4]"));
        let warned = same.warnings.concat();
        assert!(
            warned.contains("are the same in all 4 variants"),
            "{warned}"
        );
        let one = check(
            &text
                .replace("among = [4, 6, 8, 10]", "among = [4]")
                .replace("to = 7", "to = 4"),
        );
        assert_eq!(one.warnings, ["the lesson has only one variant"]);
    }
}
