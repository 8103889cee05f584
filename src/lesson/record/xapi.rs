//! Receipts as statements of xAPI 1.0.3, the records that learning record stores collect.
//!
//! Actors are accounts under the typed name, since nothing else is known of a student. A statement has an id that
//! follows from its content, so that a store keeps one of two copies. It has a timestamp only where the time was
//! recorded, which is so in the student's browser but not in a receipt.

use serde_json::{Value, json};
use xxhash_rust::xxh3::xxh3_128;

use super::grade::{Grade, GradedStep, grade_in};
use super::work::Work;
use crate::file::format::Kind;
use crate::session::Session;

/// The beginning of the identifiers of lessons, of their steps, and of accounts. The top-level
/// domain `invalid` is reserved, so the identifiers can belong to no other site.
const HOME: &str = "https://flitscope.invalid";

/// The beginning of the identifiers of the verbs of ADL.
const VERBS: &str = "http://adlnet.gov/expapi/verbs";

/// The same of the types of activities.
const ACTIVITIES: &str = "http://adlnet.gov/expapi/activities";

/// The replayed work of a student on a lesson.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Replayed<'a> {
    pub(crate) grade: &'a Grade,
    pub(crate) work: &'a Work,
    /// The share of right tasks from which the lesson is passed \[%\], if there is one.
    pub(crate) pass: Option<u8>,
}

/// Returns the statements on the progress in an open lesson, as JSON.
pub(crate) fn statements_of(session: &Session, name: &str, work: &Work) -> String {
    let work = work.handed_in(session, name);
    let grade = grade_in(session, &work);
    let replayed = Replayed {
        grade: &grade,
        work: &work,
        pass: None,
    };
    format!("{:#}\n", Value::Array(replayed.statements()))
}

impl Replayed<'_> {
    /// Returns the statements: the lesson was begun, each answer and each challenge met, and, once every task is done, that
    /// the lesson is completed, and passed or failed if there is a mark.
    pub(crate) fn statements(self) -> Vec<Value> {
        let mut statements = vec![self.statement("initialized", &self.lesson(), None, None)];
        for step in &self.grade.steps {
            let time = self.work.times.get(&step.step);
            let tries = self.work.answers.get(&step.step);
            let tries = tries.map_or(&[][..], |tries| tries);
            for (given, number) in tries.iter().zip(1..) {
                let result = json!({
                    "success": step.right_try == Some(number),
                    "response": given,
                });
                let is_last = number == tries.len();
                statements.push(self.answered(step, number, result, time.filter(|_| is_last)));
            }
            if let Some(scene) = self.work.goals.get(&step.step) {
                let result = json!({ "success": step.is_met, "response": scene });
                statements.push(self.answered(step, 1, result, time));
            }
        }
        if self.is_completed() {
            let time = self.work.times.values().max();
            let mut result = json!({ "completion": true });
            let (right, tasks) = self.counts();
            if tasks > 0 {
                let scaled = right as f64 / tasks as f64;
                result["score"] = json!({ "scaled": scaled, "raw": right, "min": 0, "max": tasks });
            }
            let lesson = self.lesson();
            statements.push(self.statement("completed", &lesson, Some(result.clone()), time));
            if let Some(pass) = self.pass.filter(|_| tasks > 0) {
                let is_passed = 100 * right >= usize::from(pass) * tasks;
                let verb = if is_passed { "passed" } else { "failed" };
                result["success"] = is_passed.into();
                statements.push(self.statement(verb, &lesson, Some(result), time));
            }
        }
        statements
    }

    /// The numbers of right tasks and of all.
    fn counts(self) -> (usize, usize) {
        let grade = self.grade;
        (grade.right + grade.goals, grade.asks + grade.challenges)
    }

    /// Returns whether each question was answered and each challenge met.
    fn is_completed(self) -> bool {
        let mut steps = self.grade.steps.iter();
        steps.all(|step| step.is_met || self.work.answers.contains_key(&step.step))
    }

    /// The lesson as an activity.
    fn lesson(self) -> Value {
        let Grade { lesson, title, .. } = self.grade;
        json!({
            "objectType": "Activity",
            "id": lesson_iri(lesson),
            "definition": { "type": format!("{ACTIVITIES}/lesson"), "name": { "en": title } },
        })
    }

    fn answered(
        self,
        step: &GradedStep,
        number: usize,
        result: Value,
        time: Option<&u64>,
    ) -> Value {
        let kind = match step.kind {
            Some(Kind::Number) => "numeric",
            Some(Kind::Choice) => "choice",
            _ => "other",
        };
        let lesson = lesson_iri(&self.grade.lesson);
        let object = json!({
            "objectType": "Activity",
            "id": format!("{lesson}/steps/{}", step.step),
            "definition": {
                "type": format!("{ACTIVITIES}/cmi.interaction"),
                "interactionType": kind,
                "name": { "en": step.title },
            },
        });
        let mut statement = self.statement("answered", &object, Some(result), time);
        statement["context"]["contextActivities"] = json!({ "parent": [{ "id": lesson }] });
        statement["context"]["extensions"][format!("{HOME}/xapi/try")] = number.into();
        statement["id"] = id_of(&statement).into();
        statement
    }

    fn statement(
        self,
        verb: &str,
        object: &Value,
        result: Option<Value>,
        time: Option<&u64>,
    ) -> Value {
        let Grade {
            name,
            holds,
            variant,
            ..
        } = self.grade;
        let mut extensions = json!({ format!("{HOME}/xapi/holds"): holds });
        if let Some(seed) = variant {
            // A text, since stores read numbers as floating point.
            extensions[format!("{HOME}/xapi/variant")] = seed.to_string().into();
        }
        let mut statement = json!({
            "id": "",
            "actor": self.actor(name),
            "verb": { "id": format!("{VERBS}/{verb}"), "display": { "en": verb } },
            "object": object,
            "context": { "platform": "Flitscope", "extensions": extensions },
        });
        if let Some(result) = result {
            statement["result"] = result;
        }
        if let Some(&time) = time {
            statement["timestamp"] = timestamp(time).into();
        }
        statement["id"] = id_of(&statement).into();
        statement
    }

    /// The student: an account under the typed name, or one that follows from the work if none was typed.
    fn actor(self, name: &str) -> Value {
        let name = name.trim();
        let mut actor = json!({
            "objectType": "Agent",
            "account": { "homePage": HOME, "name": name },
        });
        if name.is_empty() {
            let given = self.work.given();
            let account = format!("unnamed-{:032x}", xxh3_128(given.as_bytes()));
            actor["account"]["name"] = account.into();
        } else {
            actor["name"] = name.into();
        }
        actor
    }
}

/// The identifier of a lesson, whose id consists of letters, digits and hyphens unless a receipt is made up.
fn lesson_iri(id: &str) -> String {
    let id: String = id
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '-')
        .collect();
    format!("{HOME}/lessons/{id}")
}

/// The id of a statement in the form of a UUID of version 5, which is made of a hash as well.
fn id_of(statement: &Value) -> String {
    let mut content = statement.clone();
    content["id"] = "".into();
    let hash = xxh3_128(content.to_string().as_bytes());
    let bits = hash & !(0xf << 76) & !(0x3 << 62) | 5 << 76 | 2 << 62;
    let hex = format!("{bits:032x}");
    [
        &hex[..8],
        &hex[8..12],
        &hex[12..16],
        &hex[16..20],
        &hex[20..],
    ]
    .join("-")
}

/// A time \[ms since 1970\] as ISO 8601 in UTC.
fn timestamp(time: u64) -> String {
    let (days, rest) = (time / 86_400_000, time % 86_400_000);
    let (seconds, millis) = (rest / 1000, rest % 1000);
    // The calendar in years from March, in eras of 400 years (Hinnant, chrono-compatible low-level date algorithms).
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    format!(
        "{year:04}-{month:02}-{date:02}T{:02}:{:02}:{:02}.{millis:03}Z",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EXAMPLE, seed_of_name};

    /// The statements on the example lesson of a student who needs two tries at its first question and answers the rest
    /// rightly, or of one who stops after the first question; so many right answers do not count. The mark is 60 %.
    fn statements(name: &str, is_whole: bool, lost: usize) -> Vec<Value> {
        let session = Session::open_variant(EXAMPLE, seed_of_name(name)).expect("it fits");
        let mut work = Work::default();
        work.answer(1, "1", 1_795_000_000_000);
        for index in 0..session.lesson.step.len() {
            if session.lesson.step[index].ask.is_some() && (is_whole || index == 0) {
                let right = session.expected(index).expect("it holds").write();
                work.answer(index + 1, &right, 1_795_000_001_234);
            }
            if let Some(goal) = &session.lesson.step[index].goal
                && is_whole
            {
                let simulated = session.simulated(index).expect("it holds");
                let solved = simulated.with(&goal.solution).expect("it holds");
                work.meet(index + 1, &solved.to_link(), 1_795_000_002_000);
            }
        }
        let work = work.handed_in(&session, name);
        let mut grade = grade_in(&session, &work);
        assert!(grade.holds, "{:?}", grade.why);
        grade.right -= lost;
        let replayed = Replayed {
            grade: &grade,
            work: &work,
            pass: Some(60),
        };
        replayed.statements()
    }

    /// Asserts what xAPI 1.0.3 demands of every statement (part 2, 2.1 to 2.5), as far as these use it.
    fn check(statement: &Value) {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let is_iri = |value: &Value| {
            let iri = text(value);
            iri.starts_with("http") && iri.contains("://") && !iri.contains(char::is_whitespace)
        };
        let keys = |value: &Value, allowed: &[&str]| {
            for key in value.as_object().expect("an object").keys() {
                assert!(allowed.contains(&&**key), "{key} in {statement:#}");
            }
        };
        let all = [
            "id",
            "actor",
            "verb",
            "object",
            "context",
            "result",
            "timestamp",
        ];
        keys(statement, &all);
        let id = text(&statement["id"]);
        let parts: Vec<_> = id.split('-').map(str::len).collect();
        assert_eq!(parts, [8, 4, 4, 4, 12], "{id}");
        assert_eq!(&id[14..15], "5");
        assert!("89ab".contains(&id[19..20]), "{id}");
        let actor = &statement["actor"];
        keys(actor, &["objectType", "name", "account"]);
        keys(&actor["account"], &["homePage", "name"]);
        assert!(
            is_iri(&actor["account"]["homePage"]) && !text(&actor["account"]["name"]).is_empty()
        );
        keys(&statement["verb"], &["id", "display"]);
        assert!(is_iri(&statement["verb"]["id"]));
        let object = &statement["object"];
        keys(object, &["objectType", "id", "definition"]);
        assert!(is_iri(&object["id"]));
        keys(&object["definition"], &["type", "name", "interactionType"]);
        assert!(is_iri(&object["definition"]["type"]));
        let context = &statement["context"];
        keys(context, &["platform", "extensions", "contextActivities"]);
        for key in context["extensions"].as_object().expect("an object").keys() {
            assert!(is_iri(&key.as_str().into()));
        }
        if let Some(result) = statement.get("result") {
            keys(result, &["success", "completion", "response", "score"]);
            if let Some(score) = result.get("score") {
                keys(score, &["scaled", "raw", "min", "max"]);
                let scaled = score["scaled"].as_f64().expect("a number");
                assert!((-1.0..=1.0).contains(&scaled));
                assert!(score["raw"].as_u64() <= score["max"].as_u64());
            }
        }
        // An activity that is a lesson has no type of interaction, one that asks has one.
        let asks = text(&statement["verb"]["id"]).ends_with("/answered");
        assert_eq!(object["definition"].get("interactionType").is_some(), asks);
    }

    fn verbs(statements: &[Value]) -> Vec<&str> {
        let verbs = statements
            .iter()
            .map(|statement| &statement["verb"]["display"]["en"]);
        verbs.map(|verb| verb.as_str().expect("a text")).collect()
    }

    #[test]
    fn a_lesson_is_told_from_its_beginning_to_its_end() {
        let all = statements("Ada", true, 0);
        all.iter().for_each(check);
        let verbs = verbs(&all);
        let told = ["answered"; 4];
        let [first, last] = [&["initialized"][..], &["completed", "passed"]];
        assert_eq!(verbs, [first, &told, last].concat());
        assert_eq!(
            all[6]["result"]["score"],
            json!({"scaled": 1.0, "raw": 3, "min": 0, "max": 3})
        );
        let success = |index: usize| all[index]["result"]["success"].as_bool();
        assert_eq!((success(1), success(2)), (Some(false), Some(true)));
        assert_eq!(all[1].get("timestamp"), None);
        assert_eq!(all[2]["timestamp"], "2026-11-18T11:06:41.234Z");
        let ids: std::collections::BTreeSet<_> = all
            .iter()
            .map(|statement| statement["id"].to_string())
            .collect();
        assert_eq!(ids.len(), all.len());
        assert_eq!(all, statements("Ada", true, 0));
    }

    #[test]
    fn a_lesson_that_is_not_done_is_neither_completed_nor_passed() {
        let begun = statements("Ada", false, 0);
        begun.iter().for_each(check);
        assert_eq!(verbs(&begun), ["initialized", "answered", "answered"]);
    }

    #[test]
    fn a_lesson_below_the_mark_is_completed_and_failed() {
        let all = statements("Ada", true, 2);
        all.iter().for_each(check);
        assert_eq!(verbs(&all)[5..], ["completed", "failed"]);
        assert_eq!(all[6]["result"]["success"], false);
    }

    #[test]
    fn a_student_without_a_name_has_an_account() {
        let unnamed = statements("", false, 0);
        unnamed.iter().for_each(check);
        let account = unnamed[0]["actor"]["account"]["name"].as_str();
        assert!(account.is_some_and(|name| name.starts_with("unnamed-")));
    }

    #[test]
    fn times_are_those_of_the_calendar() {
        for (time, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (951_868_800_000, "2000-03-01T00:00:00.000Z"),
            (1_735_689_599_999, "2024-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(timestamp(time), text);
        }
    }
}
