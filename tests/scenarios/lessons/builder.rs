//! A lesson is made by the form alone, or by its file.

use flitscope::lesson::{
    BuilderAction, Draft, Kind, LESSON_DRAFT, LessonAction, Recording, Scorm, Use,
};
use serde_json::json;

use super::student::Student;

/// The builder with a lesson of one step, whose picture is that of a query.
fn begun(query: &str, cycle: u64) -> Student {
    let mut author = Student::new();
    author.go(&format!("#/lessons/build?{query}"));
    author.build(BuilderAction::Begin);
    author.cycle = cycle;
    for (path, text) in [("/title", "A lesson"), ("/goal", "You can say it.")] {
        author.build(BuilderAction::Set(path.to_owned(), json!(text)));
    }
    author.build(BuilderAction::AddStep);
    set(&mut author, "title", "Look");
    set(&mut author, "text", "The mesh has {{nodes()}} nodes.");
    author.wait();
    author
}

/// Sets a field of the first step, and waits until the file is written and checked.
fn set(author: &mut Student, field: &str, text: &str) {
    let path = format!("/step/0/{field}");
    author.build(BuilderAction::Set(path, json!(text)));
    author.wait();
}

fn draft(author: &Student) -> &Draft {
    &author.state.builder.draft
}

fn mistakes(author: &Student) -> Vec<String> {
    let checked = author.state.builder.checked.as_ref().expect("a check");
    let reasons = checked
        .mistakes
        .iter()
        .map(|mistake| mistake.reason.clone());
    reasons.collect()
}

#[test]
fn a_question_is_made_by_an_answer_and_a_query_with_this_answer() {
    let mut author = begun("t=mesh:6&vc=1&M=4&msg=0:0>5", 9);
    assert_eq!(draft(&author).step[0].until, "9");
    assert!(author.state.builder.shown_text().contains("The mesh has"));
    author.build(BuilderAction::Task("question"));
    assert_eq!(author.state.kind(), Some(Kind::Number));
    set(&mut author, "ask/text", "How long does it take?");
    author.act(LessonAction::Enter("8".to_owned()));
    author.build(BuilderAction::Propose);
    let proposed = author.state.builder.proposed.clone().expect("queries");
    assert!(
        proposed.iter().any(|query| query == "latency(0)"),
        "{proposed:?}"
    );
    author.build(BuilderAction::Choose("latency(0)".to_owned()));
    author.wait();
    assert_eq!(author.state.draft, "");
    assert_eq!(mistakes(&author), [""; 0]);
    assert!(
        author
            .state
            .builder
            .file
            .contains("answer = \"latency(0)\"")
    );
    author.build(BuilderAction::Use(Use::Save));
    assert_eq!(
        author.saved[0],
        (
            "a-lesson.toml".to_owned(),
            author.state.builder.file.clone()
        )
    );
    author.act(LessonAction::Package(Scorm::V1_2, "60".to_owned()));
    assert_eq!(author.saved.len(), 2);
    author.build(BuilderAction::Use(Use::Share));
    assert!(
        author.copied[0].contains("#/lessons/open?"),
        "{:?}",
        author.copied
    );
    author.build(BuilderAction::Use(Use::Play));
    assert_eq!(author.at(), Some(("a-lesson", 1)));
    author.answer("8");
    assert!(author.state.is_true());
}

#[test]
fn a_solution_is_recorded_with_the_controls_that_it_needs() {
    let mut author = begun("t=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1", 10);
    author.build(BuilderAction::Task("challenge"));
    set(&mut author, "goal/text", "Let all arrive.");
    set(&mut author, "goal/holds", "all_arrived()");
    author.build(BuilderAction::Record(Recording::Solution));
    let problem = author.state.problem.clone().unwrap_or_default();
    assert!(
        problem.contains("the network is as in the step"),
        "{problem}"
    );
    author.set("vcs", "2");
    author.build(BuilderAction::Record(Recording::Solution));
    author.wait();
    let step = &draft(&author).step[0];
    assert_eq!(step.goal.as_ref().expect("a challenge").solution, ["vc=2"]);
    // The goal is judged when everything is over, not in the cycle in which the step was added.
    assert_eq!((&*step.until, &*step.allow), ("", &["vcs".to_owned()][..]));
    assert_eq!(mistakes(&author), [""; 0]);
    author.build(BuilderAction::Set("/step/0/allow".to_owned(), json!([])));
    author.wait();
    assert!(mistakes(&author)[0].contains("the virtual channels V, which the student cannot"));
    assert!(author.state.builder.why_not_ready().is_some());
    author.act(LessonAction::Package(Scorm::V2004, String::new()));
    assert!(author.state.packaged.as_ref().is_some_and(Result::is_err));
    author.build(BuilderAction::ShowScene);
    assert!(author.link().contains("vc=1"), "{}", author.link());
    author.build(BuilderAction::ShowSolution);
    assert!(!author.link().contains("vc=1"), "{}", author.link());
}

#[test]
fn a_task_that_is_left_for_another_comes_back() {
    let mut author = begun("t=mesh:4", 0);
    author.build(BuilderAction::Task("question"));
    set(&mut author, "ask/text", "How many?");
    author.build(BuilderAction::Task("challenge"));
    assert!(draft(&author).step[0].ask.is_none() && draft(&author).step[0].goal.is_some());
    author.build(BuilderAction::Task("nothing"));
    author.build(BuilderAction::Task("question"));
    let ask = draft(&author).step[0].ask.clone().expect("a question");
    assert_eq!(ask.text, "How many?");
    author.build(BuilderAction::Kind(Kind::Choice));
    let ask = draft(&author).step[0].ask.clone().expect("a question");
    assert_eq!(ask.option.len(), 2);
}

#[test]
fn steps_are_moved_copied_and_deleted_and_what_is_replaced_comes_back() {
    let mut author = begun("t=mesh:3x3", 0);
    let titles = |author: &Student| {
        let steps = draft(author).step.iter();
        steps.map(|step| step.title.clone()).collect::<Vec<_>>()
    };
    author.build(BuilderAction::AddStep);
    assert_eq!(titles(&author), ["Look", ""]);
    author.build(BuilderAction::Move(0));
    assert_eq!(
        (titles(&author), author.state.builder.at),
        (vec![String::new(), "Look".to_owned()], Some(0))
    );
    author.build(BuilderAction::CopyStep);
    assert_eq!(titles(&author), ["", "", "Look"]);
    author.build(BuilderAction::GoTo(Some(2)));
    author.build(BuilderAction::DeleteStep);
    assert_eq!(
        (titles(&author).len(), author.state.builder.at),
        (2, Some(1))
    );
    author.build(BuilderAction::Undo);
    assert_eq!(titles(&author), ["", "", "Look"]);
    author.build(BuilderAction::New);
    assert_eq!(draft(&author), &Draft::default());
    author.build(BuilderAction::Undo);
    assert_eq!(titles(&author).len(), 3);
}

#[test]
fn the_file_and_the_form_are_the_same_lesson() {
    let mut author = begun("t=mesh:4x4", 0);
    let text = author.state.builder.file.clone();
    assert_eq!(author.stored[LESSON_DRAFT], text);
    let write = |author: &mut Student, text: String| {
        author.build(BuilderAction::Write(text));
        author.wait();
    };
    write(&mut author, text.replace("\"Look\"", "\"Look again\""));
    assert_eq!(draft(&author).step[0].title, "Look again");
    // What is typed there is not rewritten.
    let wrong = text
        .replace("title = \"Look\"", "# mine\ntitle = \"Look\"")
        .replace("text = ", "txet = ");
    write(&mut author, wrong.clone());
    assert!(
        author
            .state
            .problem
            .clone()
            .is_some_and(|why| why.contains("txet"))
    );
    assert_eq!(author.state.builder.file, wrong);
    write(&mut author, text.replace("nodes()", "nodse()"));
    let checked = author.state.builder.checked.clone().expect("a check");
    let line = checked.mistakes[0].line;
    assert_eq!(author.state.builder.step_of_line(line), Some(0));
    assert_eq!(author.state.builder.step_of_line(1), None);
    set(&mut author, "text", "Again.");
    assert!(author.state.builder.file.contains("Again."));
}

#[test]
fn the_builder_opens_with_the_lesson_of_the_last_visit() {
    let mut author = begun("t=mesh:4", 0);
    let path = "/step/0/then".to_owned();
    author.build(BuilderAction::Set(path, json!("The very last words.")));
    // The file has yet to be written.
    author.build(BuilderAction::Leave);
    let left = draft(&author).clone();
    author = author.reload();
    author.build(BuilderAction::Begin);
    assert_eq!(draft(&author), &left);
    author.build(BuilderAction::New);
    author.wait();
    assert!(!author.stored.contains_key(LESSON_DRAFT));
}
