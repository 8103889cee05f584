//! Lessons as a student, a lecturer and an author go through them, without a browser.

mod builder;
mod student;

use flitscope::lesson::{HandIn, LessonAction, OnTo, Opening, Outcome, PROGRESS, Work};
use flitscope::page::host::{Event, Lesson};
use flitscope::page::{LessonPlace, LessonView, StepPhase};
use student::Student;

const RING: &str = "deadlock-in-a-ring";

/// A lesson of two steps: a question with two tries, whose answer is 7, and a challenge.
const MINE: &str = r#"id = "mine"
title = "My lesson"
course = "switching"
place = 1
minutes = 3
goal = "You have seen it."
tries = 2

[[step]]
title = "First"
text = "A network."
scene = "t=mesh:3x3&vc=1&M=4&msg=0:0,0>2,2&c=0"
then = "It takes {{latency(0)}} cycles."

[step.ask]
kind = "number"
text = "How long does it take?"
answer = "latency(0)"

[[step.ask.wrong]]
when = "answer == hops(0)"
text = "Only the header."

[[step]]
title = "Second"
text = "Make it shorter."
allow = ["length"]

[step.goal]
text = "Let it arrive within five cycles."
holds = "latency(0) <= 5"
solution = ["M=2"]
par = 1
"#;

fn open(student: &mut Student, text: &str) {
    student.act(LessonAction::Open(Opening {
        text: text.to_owned(),
        ..Opening::default()
    }));
}

fn standing(student: &Student) -> (bool, StepPhase) {
    (student.state.is_true(), student.state.phase)
}

#[test]
fn an_answer_is_judged_noted_and_recalled_with_its_verdict() {
    let mut student = Student::new();
    student.step(RING, 2);
    student.act(LessonAction::Enter("1>2".to_owned()));
    student.step(RING, 3);
    student.step(RING, 2);
    assert_eq!(student.state.draft, "1>2", "what is not given yet is kept");
    student = student.reload();
    assert_eq!(student.state.draft, "1>2");

    student.answer("2>3");
    assert_eq!(standing(&student), (true, StepPhase::Seen));
    let says = student.verdict().says.clone();
    assert_eq!(student.state.done().expect("progress").right[&2], 1);
    student.step(RING, 3);
    student.answer("9");
    assert_eq!(standing(&student), (false, StepPhase::Seen));
    let done = student.state.done().expect("progress");
    assert_eq!(done.missed().collect::<Vec<_>>(), [3]);

    for step in [2, 3] {
        student.step(RING, step);
        student = student.reload();
        let recalled = student.state.recalled_verdict().expect("it is kept");
        assert_eq!(recalled.outcome == Outcome::Right, step == 2);
        if step == 2 {
            assert_eq!(recalled.says, says);
        }
    }
    student.act(LessonAction::Enter("4".to_owned()));
    assert_eq!(student.state.recalled_verdict(), None, "another answer");
}

#[test]
fn a_text_that_is_no_answer_is_refused_and_not_counted() {
    for (lesson, step, text, why) in [
        (RING, 2, "2>9", "from 0 to 7 in torus-uni:8, not 9"),
        (
            "turn-models",
            2,
            "3,3 1,1",
            "each a neighbor of the one before",
        ),
        (
            "dragonfly",
            1,
            "0 r0.0 r0.3 r4.0",
            "The path is incomplete.",
        ),
    ] {
        let mut student = Student::new();
        student.step(lesson, step);
        student.answer(text);
        let refused = student.state.refused.clone().expect("it is refused");
        assert!(refused.contains(why), "{refused}");
        assert_eq!(student.state.phase, StepPhase::Reading);
        assert!(student.state.last_answer(step).is_none());
        student.act(LessonAction::Enter(String::new()));
        assert_eq!(student.state.refused, None, "typing goes on");
    }
}

#[test]
fn without_an_answer_the_right_one_is_shown_but_not_to_a_student() {
    for (view, is_shown) in [(LessonView::SelfStudy, true), (LessonView::Student, false)] {
        let mut student = Student::new();
        student.step(RING, 2);
        student.state.view = view;
        student.act(LessonAction::Skip);
        assert_eq!(student.state.phase, StepPhase::Seen);
        assert_eq!(student.state.verdict.is_some(), is_shown);
        assert_eq!(student.state.draft, if is_shown { "2>3" } else { "" });
    }
}

#[test]
fn tries_are_counted_and_the_run_is_hidden_until_they_are_used() {
    for (view, is_told) in [(LessonView::SelfStudy, true), (LessonView::Student, false)] {
        let mut student = Student::new();
        open(&mut student, MINE);
        student.state.view = view;
        assert_eq!(student.state.tries(), Some((0, 2)));
        assert!(student.state.hides_run());
        student.answer("4");
        assert!(student.state.hides_run());
        let says = student.verdict().says.clone().unwrap_or_default();
        assert!(says.contains("Only the header."), "{says}");
        assert_eq!(student.cycle, 0);
        student.act(LessonAction::Again);
        student.answer("3");
        assert!(student.state.has_no_tries_left() && student.state.is_lost());
        let says = student.verdict().says.clone().unwrap_or_default();
        assert_eq!(says.contains("It takes 7 cycles."), is_told, "{says}");
        student = student.reload();
        assert_eq!(student.state.tries(), Some((2, 2)));
    }
}

#[test]
fn a_challenge_is_met_by_a_change_and_stays_met() {
    let mut student = Student::new();
    student.step(RING, 7);
    let given = student.link();
    student.act(LessonAction::Check);
    let challenge = &student.state.challenge;
    assert!(challenge.asks_check && challenge.attempt.as_ref().is_some_and(|told| !told.met));
    // A shown solution does not count.
    student.act(LessonAction::Solve);
    student.wait();
    let is_met = |student: &Student| {
        let attempt = student.state.challenge.attempt.as_ref();
        attempt.is_some_and(|told| told.met)
    };
    assert!(is_met(&student));
    assert!(student.state.done().expect("progress").goals.is_empty());
    student.act(LessonAction::StartOver);
    assert_eq!(student.link(), given);
    assert!(!is_met(&student));

    student.set("vcs", "2");
    assert!(is_met(&student));
    let met = student.link();
    student.step(RING, 6);
    student.step(RING, 7);
    student = student.reload();
    assert_eq!(student.link(), met);
    assert!(is_met(&student) && student.state.challenge.is_left);
    assert!(student.state.challenge.replaced.is_none());
}

#[test]
fn work_on_a_challenge_that_a_button_replaces_comes_back() {
    let mut student = Student::new();
    student.step(RING, 7);
    student.set("length", "3");
    let own = student.link();
    for replace in [LessonAction::StartOver, LessonAction::Solve] {
        student.act(replace);
        student.wait();
        assert_ne!(student.link(), own);
        student.act(LessonAction::UndoReplaced);
        student.wait();
        assert_eq!(student.link(), own);
    }
    student = student.reload();
    assert_eq!(student.link(), own);
}

/// Answers that are kept from students are not shown, and a question or challenge holds no lecture up.
#[test]
fn a_lecturer_goes_through_a_lesson_with_one_key() {
    for view in [LessonView::SelfStudy, LessonView::Student] {
        let mut student = Student::new();
        student.presents = true;
        student.state.view = view;
        student.go(&LessonPlace::About(RING.to_owned()).address());
        student.act(LessonAction::GoOn);
        let mut presses = 0;
        let mut revealed = 0;
        while !student.state.closes {
            student.act(LessonAction::GoOn);
            revealed += usize::from(student.state.verdict.is_some());
            presses += 1;
            assert!(presses <= 4 * 8, "{:?}", student.at());
        }
        assert_eq!(revealed > 0, view == LessonView::SelfStudy);
        assert_eq!(student.at(), Some((RING, 8)));
        student.act(LessonAction::Back);
        assert!(!student.state.closes);
        student.act(LessonAction::Back);
        assert_eq!(student.at(), Some((RING, 7)));
        assert!(student.state.done().expect("progress").answers.is_empty());
    }
}

#[test]
fn a_lesson_from_a_file_is_kept_listed_removed_and_then_wanted() {
    let mut student = Student::new();
    open(&mut student, MINE);
    assert_eq!(student.at(), Some(("mine", 1)));
    student.act(LessonAction::NextStep);
    assert_eq!(student.at(), Some(("mine", 2)));
    student = student.reload();
    assert_eq!(student.state.number(), 2);
    assert_eq!(student.state.shelf.lessons()[0].title, "My lesson");
    student.act(LessonAction::CopyLink);
    assert!(
        student.copied[0].contains("#/lessons/open?"),
        "{:?}",
        student.copied
    );
    assert_eq!(student.state.copied.as_deref(), Some("Link copied."));
    student.act(LessonAction::Remove("mine".to_owned()));
    assert!(student.state.shelf.lessons().is_empty());
    student.go("#/lessons/mine/2");
    assert_eq!(student.state.wanted.as_deref(), Some("mine"));
    student.act(LessonAction::Open(Opening {
        text: MINE.to_owned(),
        step: Some(2),
        ..Opening::default()
    }));
    assert_eq!((student.state.number(), &student.state.wanted), (2, &None));

    let renamed = MINE.replace("\"mine\"", "\"deadlock-in-a-ring\"");
    for (text, why) in [
        (&*renamed, "id must not be that of a lesson of the program"),
        ("minuets = 3", "unknown field `minuets`"),
    ] {
        open(&mut student, text);
        let problem = student.state.problem.clone().unwrap_or_default();
        assert!(problem.contains(why), "{problem}");
    }
}

#[test]
fn a_browser_that_stores_nothing_is_reported_until_there_is_room() {
    let mut student = Student::new();
    student.is_full = true;
    open(&mut student, MINE);
    assert!(student.state.not_kept_here().is_some());
    student.answer("7");
    assert!(!student.state.unsaved.is_empty());
    assert!(student.state.is_true());
    student.is_full = false;
    student.act(LessonAction::Again);
    student.answer("7");
    assert_eq!(student.state.not_kept_here(), None);
    assert!(!student.state.unsaved.contains(PROGRESS));
}

#[test]
fn a_name_chooses_the_variant_and_another_name_another() {
    let example = include_str!("../../../src/lesson/example.toml");
    let mut student = Student::new();
    open(&mut student, example);
    assert!(student.state.needs_name() && student.state.step.is_none());
    student.act(LessonAction::TakeName(" ada LOVELACE".to_owned()));
    assert_eq!(student.state.number(), 1);
    assert!(student.state.step.is_some());
    student.answer("3");
    student = student.reload();
    let recall = |key: &str| student.stored.get(key).cloned();
    let name = student.state.known_name(recall);
    assert_eq!(name.as_deref(), Some("ada LOVELACE"));
    student.act(LessonAction::HandIn(
        HandIn::Receipt,
        name.unwrap_or_default(),
    ));
    let receipt = student.state.receipt.clone().expect("a receipt");
    assert!(receipt.link.contains("seed=240595"), "{}", receipt.link);
    student.act(LessonAction::HandIn(HandIn::Save, "Ada".to_owned()));
    assert!(
        student.saved[0].0.ends_with("-ada.json"),
        "{:?}",
        student.saved[0].0
    );
    student.act(LessonAction::ForgetName);
    assert!(student.state.needs_name());
    student.act(LessonAction::TakeName("Bo".to_owned()));
    assert_eq!(student.state.draft, "");
    assert_eq!(student.state.tries().map(|(given, _)| given), Some(0));
}

#[test]
fn progress_is_shared_by_tabs_cleared_and_brought_back() {
    let mut student = Student::new();
    student.step(RING, 2);
    student.answer("2>3");
    let mut other = Student::with(student.stored.clone());
    other.step("one-message", 2);
    student.stored.clone_from(&other.stored);
    student.act(LessonAction::StoredElsewhere(Some(PROGRESS.to_owned())));
    let both = student.state.progress.to_text();
    assert_eq!(both.lines().count(), 2, "{both}");
    student.act(LessonAction::ClearProgress);
    assert!(student.state.progress.is_empty() && !student.stored.contains_key(PROGRESS));
    student.act(LessonAction::UndoClear);
    assert_eq!(student.state.progress.to_text(), both);
    assert_eq!(student.stored[PROGRESS], both);
    student.act(LessonAction::ImportProgress(Ok("nonsense".to_owned())));
    assert!(
        student
            .state
            .progress_report
            .clone()
            .is_some_and(|why| why.contains("line 1"))
    );
}

#[test]
fn work_that_a_host_has_kept_is_resumed() {
    let mut student = Student::new();
    student.step(RING, 2);
    student.answer("2>3");
    student.step(RING, 3);
    student.act(LessonAction::Enter("4".to_owned()));
    let recall = |key: &str| student.stored.get(key).cloned();
    let work = student.state.suspended(RING, recall).expect("work");
    let (packed, _) = work.pack(4096).expect("it is short");
    let mut other = Student::new();
    other.step(RING, 1);
    other.act(LessonAction::TakeOver {
        lesson: RING.to_owned(),
        work: Work::unpack(&packed, RING).ok(),
    });
    other.act(LessonAction::Resume);
    assert_eq!((other.at(), &*other.state.draft), (Some((RING, 3)), "4"));
    assert_eq!(other.state.last_answer(2), Some("2>3"));
}

#[test]
fn the_task_of_a_student_comes_before_the_next_step() {
    let next =
        |student: &Student| student.moment_of(|moment| student.state.next_for_student(moment));
    let mut student = Student::new();
    open(&mut student, MINE);
    assert_eq!(next(&student), OnTo::Answer);
    student.answer("4");
    assert_eq!(next(&student), OnTo::Again);
    student.act(LessonAction::Again);
    student.answer("7");
    assert_eq!(next(&student), OnTo::NextStep);
    student.step("mine", 1);
    assert_eq!(next(&student), OnTo::NextStep, "no try is left");
    student.act(LessonAction::NextStep);
    assert_eq!(next(&student), OnTo::Check);
    student.act(LessonAction::Check);
    assert_eq!(next(&student), OnTo::Check);
    student.set("length", "2");
    assert_eq!(next(&student), OnTo::Summary);
    // A step without a task has only its run.
    student.step(RING, 1);
    assert_eq!(next(&student), OnTo::Run);
    student.act(LessonAction::Run);
    assert_eq!(next(&student), OnTo::NextStep);
    student.step(RING, 2);
    student.answer("2>3");
    student.step(RING, 2);
    assert_eq!(next(&student), OnTo::NextStep, "it was answered rightly");
}

#[test]
fn the_receipt_of_a_lesson_from_a_file_is_replayed_with_the_file() {
    let mut student = Student::new();
    open(&mut student, MINE);
    student.answer("7");
    student.act(LessonAction::HandIn(HandIn::Receipt, String::new()));
    let receipt = student.state.receipt.clone().expect("a receipt");
    student.go(&receipt.link);
    let right = |student: &Student| student.state.grade.as_ref().map(|grade| grade.right);
    assert_eq!(right(&student), Some(1));

    let mut teacher = Student::new();
    teacher.go(&receipt.link);
    assert_eq!(teacher.state.wanted.as_deref(), Some("mine"));
    let other = MINE.replace("\"mine\"", "\"other\"");
    teacher.act(LessonAction::Replay(other));
    let problem = teacher.state.problem.clone().unwrap_or_default();
    assert!(
        problem.contains("the receipt is of the lesson mine, not of other"),
        "{problem}"
    );
    assert_eq!(right(&teacher), None);
    teacher.act(LessonAction::Replay(MINE.to_owned()));
    assert_eq!(right(&teacher), Some(1));
}

#[test]
fn the_host_hears_of_answers_of_challenges_met_and_of_the_end() {
    let mut student = Student::new();
    open(&mut student, MINE);
    student.answer("4");
    student.act(LessonAction::Again);
    student.answer("7");
    student.act(LessonAction::NextStep);
    student.act(LessonAction::Solve);
    student.wait();
    student.act(LessonAction::StartOver);
    student.set("length", "2");
    let answered = |step, is_right| {
        let id = "mine".to_owned();
        Event::Answered(Lesson { id, step }, is_right)
    };
    let told = [
        answered(1, false),
        answered(1, true),
        answered(2, true),
        Event::Done("mine".to_owned()),
    ];
    assert_eq!(student.told, told);
}
