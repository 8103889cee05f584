//! The sequence of a lesson for an audience: what each press of the key that goes on does.

use super::StepPhase;

/// The task of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Task {
    /// Only a text, and perhaps a run.
    #[default]
    None,
    Question,
    Challenge,
}

/// The state of a step on which the next action depends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one independent fact about a step"
)]
pub struct Standing {
    pub phase: StepPhase,
    pub task: Task,
    /// Whether the step has a run that may be shown without an answer.
    pub runs: bool,
    /// Whether an answer is entered that has not been refused.
    pub is_entered: bool,
    /// Whether the right answer is known: it was given, or has been shown.
    pub is_known: bool,
    /// Whether the right answer may be shown.
    pub shows_answers: bool,
    /// Whether the challenge has been checked as it is now, or is met.
    pub is_checked: bool,
    /// Whether the lesson program has yet to reply.
    pub waits: bool,
    /// Whether this is the last step of the lesson.
    pub is_last: bool,
    /// Whether the task is done: the answer on record is right, or the challenge is met as it is.
    pub is_done: bool,
    /// Whether a further answer is allowed.
    pub may_answer: bool,
}

/// The action of the key with which a lecturer advances a lesson.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnTo {
    /// Nothing until the lesson program has replied.
    Wait,
    /// Submit the answer that is entered, and play the run.
    Answer,
    /// Play the run without an answer.
    Run,
    /// Skip to the end of the run.
    End,
    /// Show the right answer with its explanation.
    Reveal,
    Again,
    Check,
    /// Go to the next step.
    NextStep,
    /// Show the summary of the lesson: this was the last step.
    Summary,
}

impl Standing {
    /// Returns the next action. Repeated, it always leads to the next step.
    pub fn next(self) -> OnTo {
        if self.waits {
            return OnTo::Wait;
        }
        let asks = self.task == Task::Question;
        match self.phase {
            StepPhase::Reading if asks && self.is_entered => OnTo::Answer,
            StepPhase::Reading if self.task == Task::Challenge && !self.is_checked => OnTo::Check,
            StepPhase::Reading if self.task != Task::Challenge && self.runs => OnTo::Run,
            StepPhase::Running => OnTo::End,
            _ if asks && !self.is_known && self.shows_answers => OnTo::Reveal,
            _ if self.is_last => OnTo::Summary,
            _ => OnTo::NextStep,
        }
    }

    /// Returns the next action of a student, which is the one filled button: the task comes before the next step.
    pub fn next_for_student(self) -> OnTo {
        if self.waits {
            return OnTo::Wait;
        }
        let onward = if self.is_last {
            OnTo::Summary
        } else {
            OnTo::NextStep
        };
        match (self.phase, self.task) {
            (StepPhase::Running, _) => OnTo::End,
            _ if self.is_done => onward,
            (StepPhase::Reading, Task::Question) if self.may_answer => OnTo::Answer,
            (StepPhase::Seen, Task::Question) if self.may_answer && !self.is_known => OnTo::Again,
            (_, Task::Challenge) => OnTo::Check,
            (StepPhase::Reading, Task::None) if self.runs => OnTo::Run,
            _ => onward,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::StepPhase::{Reading, Running, Seen};
    use super::*;

    const QUESTION: Standing = Standing {
        phase: Reading,
        task: Task::Question,
        runs: true,
        is_entered: false,
        is_known: false,
        shows_answers: true,
        is_checked: false,
        waits: false,
        is_last: false,
        is_done: false,
        may_answer: true,
    };

    #[test]
    fn a_student_does_the_task_before_going_on() {
        let last = Standing {
            is_last: true,
            ..QUESTION
        };
        let done = |standing| Standing {
            is_done: true,
            ..standing
        };
        let at = |phase, is_known, standing| Standing {
            phase,
            is_known,
            ..standing
        };
        let challenge = Standing {
            task: Task::Challenge,
            ..last
        };
        let text = Standing {
            task: Task::None,
            ..QUESTION
        };
        let spent = Standing {
            may_answer: false,
            ..QUESTION
        };
        for (standing, next) in [
            (QUESTION, OnTo::Answer),
            (at(Running, false, QUESTION), OnTo::End),
            (at(Seen, false, QUESTION), OnTo::Again),
            (at(Seen, true, QUESTION), OnTo::NextStep),
            (at(Seen, true, last), OnTo::Summary),
            (done(QUESTION), OnTo::NextStep),
            (spent, OnTo::NextStep),
            (challenge, OnTo::Check),
            (done(challenge), OnTo::Summary),
            (text, OnTo::Run),
            (at(Seen, false, text), OnTo::NextStep),
        ] {
            assert_eq!(standing.next_for_student(), next, "{standing:?}");
        }
    }

    #[test]
    fn a_question_is_answered_or_its_answer_shown_before_the_next_step() {
        let still = Standing {
            runs: false,
            ..QUESTION
        };
        let entered = |standing| Standing {
            is_entered: true,
            ..standing
        };
        let at = |phase, is_known, standing| Standing {
            phase,
            is_known,
            ..standing
        };
        for (standing, next) in [
            (QUESTION, OnTo::Run),
            (still, OnTo::Reveal),
            (entered(QUESTION), OnTo::Answer),
            (entered(still), OnTo::Answer),
            (at(Running, false, QUESTION), OnTo::End),
            (at(Seen, true, QUESTION), OnTo::NextStep),
            (at(Seen, true, still), OnTo::NextStep),
            // A wrong answer: the explanation of the right one is what the lecture is about.
            (at(Seen, false, entered(QUESTION)), OnTo::Reveal),
        ] {
            assert_eq!(standing.next(), next, "{standing:?}");
        }
    }

    #[test]
    fn answers_that_are_kept_from_students_are_not_shown() {
        let kept = Standing {
            shows_answers: false,
            ..QUESTION
        };
        let still = Standing {
            runs: false,
            ..kept
        };
        let wrong = Standing {
            phase: Seen,
            ..kept
        };
        assert_eq!(kept.next(), OnTo::Run);
        assert_eq!(still.next(), OnTo::NextStep);
        assert_eq!(wrong.next(), OnTo::NextStep);
    }

    #[test]
    fn a_challenge_is_checked_as_it_is_before_the_next_step() {
        let challenge = Standing {
            task: Task::Challenge,
            is_last: true,
            ..QUESTION
        };
        assert_eq!(challenge.next(), OnTo::Check);
        let checked = Standing {
            is_checked: true,
            ..challenge
        };
        assert_eq!(checked.next(), OnTo::Summary);
    }

    #[test]
    fn every_step_is_left_after_a_few_presses() {
        let bools = [false, true];
        for task in [Task::None, Task::Question, Task::Challenge] {
            for (runs, is_entered) in bools.into_iter().flat_map(|a| bools.map(|b| (a, b))) {
                for (shows_answers, is_right) in
                    bools.into_iter().flat_map(|a| bools.map(|b| (a, b)))
                {
                    let mut standing = Standing {
                        task,
                        runs,
                        is_entered,
                        shows_answers,
                        ..QUESTION
                    };
                    let mut presses = 0;
                    loop {
                        presses += 1;
                        assert!(presses <= 4, "{standing:?}");
                        match standing.next() {
                            OnTo::Wait | OnTo::Again | OnTo::Summary => panic!("{standing:?}"),
                            OnTo::NextStep => break,
                            OnTo::Answer => {
                                standing.is_known = is_right;
                                standing.phase = if runs { Running } else { Seen };
                            }
                            OnTo::Run => standing.phase = Running,
                            OnTo::End => {
                                standing.phase = Seen;
                                // Without an answer, the end of the run shows the right one.
                                standing.is_known |= !is_entered && shows_answers;
                            }
                            OnTo::Reveal => {
                                standing.phase = Seen;
                                standing.is_known = true;
                            }
                            OnTo::Check => standing.is_checked = true,
                        }
                    }
                }
            }
        }
        let waiting = Standing {
            waits: true,
            ..QUESTION
        };
        assert_eq!(waiting.next(), OnTo::Wait);
    }
}
