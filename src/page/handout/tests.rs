//! Laws of the content of *Share*.

use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::address::tests::states;
use crate::{LessonKeys, OpenLink, Place, SPEEDS, query_of, restrictions_of, theme_of};
use engine::routing::Scripts;
use study::scenario::Scenario;

/// The keys with a choice of their own in a handout, rather than one of the page.
const CHOSEN: [&str; 7] = ["theme", "ui", "hide", "lock", "host", "c", "made"];

fn read(link: &str) -> Address {
    Address::read(query_of(link), &Scripts::default()).address
}

#[test]
fn no_key_of_the_view_is_one_of_the_scenario() {
    // Apart from the selection, whose values differ.
    for (key, _) in Scenario::fields() {
        assert!(
            key == "sel" || Address::keys().all(|known| known != key),
            "{key}"
        );
    }
}

fn subjects() -> impl Strategy<Value = Subject> {
    prop_oneof![
        3 => Just(Subject::Picture("#/lab".to_owned())),
        1 => ("[a-z][a-z-]{0,12}", 1_usize..30).prop_map(|(id, step)| Subject::Step { id, step }),
        1 => ("[a-z][a-z-]{0,12}", 1_usize..30).prop_map(
            |(name, step)| Subject::Place(format!("#/lessons/open?from={name}.toml&step={step}"))
        ),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    /// Whatever is chosen, the link says exactly that.
    #[test]
    fn choices_go_through_the_link_and_come_back(
        address in states(),
        subject in subjects(),
        start in select(Start::ALL.map(|(start, _)| start).to_vec()),
        cycle in 0_u64..10_000_000,
        speed in SPEEDS[0]..=SPEEDS[1],
        theme in prop::option::of(select(vec!["auto", "light", "dark", "projector"])),
        left_out in any::<u32>(),
        view in 0..LessonView::ALL.len(),
        variant in prop::option::of(any::<u64>()),
    ) {
        let restrictions = address.restrictions.clone();
        let keys = address.optional_parts().into_iter().enumerate();
        let left_out: BTreeSet<_> = keys
            .filter(|(place, _)| left_out >> place & 1 == 1)
            .map(|(_, (key, ..))| key)
            .collect();
        let lesson_view = LessonView::ALL[view];
        let handout = Handout { start, cycle, speed, left_out, lesson_view, variant, theme, ..Handout::of(subject, address) };
        let link = handout.link();
        let (keys, hash) = LessonKeys::take(&link);
        let query = hash.split_once('?').map_or("", |(_, query)| query);
        prop_assert_eq!(restrictions_of(query).unwrap_or_default(), restrictions);
        let view = keys.view.unwrap_or_default();
        if handout.is_of_lessons() {
            prop_assert_eq!((view, keys.variant), (lesson_view, variant));
            prop_assert_eq!(theme_of(query), theme);
        }
        if let Subject::Step { id, step } = &handout.subject {
            prop_assert_eq!(LessonPlace::of(&hash), LessonPlace::Step { id: id.clone(), step: *step });
        } else if let Subject::Place(given) = &handout.subject {
            prop_assert_eq!(OpenLink::of(&hash), OpenLink::of(given));
        } else {
                prop_assert_eq!(Place::of(&link), Place::Explore);
                let opened = read(&link);
                prop_assert_eq!(&opened.scenario, &handout.address.scenario);
                prop_assert_eq!(&opened.unknown, &handout.address.unknown);
                prop_assert_eq!(opened.view.theme, theme);
                let cycle = (start != Start::Beginning).then_some(cycle);
                let play = (start == Start::From).then_some(speed);
                prop_assert_eq!((opened.cycle, opened.play), (cycle, play));
                let view = |address: &Address, left_out: &BTreeSet<&str>| -> Vec<_> {
                    let parts = address.parts().into_iter();
                    parts.filter(|(key, _)| !CHOSEN.contains(key) && !left_out.contains(key)).collect()
                };
                prop_assert_eq!(view(&opened, &BTreeSet::new()), view(&handout.address, &handout.left_out));
                let again = Handout { address: opened, left_out: BTreeSet::new(), ..handout };
                prop_assert_eq!(again.link(), link);
        }
    }
}

fn handout(query: &str) -> Handout {
    let link = format!("#/lab?{query}");
    Handout::of(Subject::Picture("#/lab".to_owned()), read(&link))
}

#[test]
fn keys_with_a_control_of_their_own_are_taken_out_of_the_address_of_a_place() {
    let address = read("#/lab?t=mesh:4x4&lock=all");
    let mut given = Handout::of_place(
        "#/lessons/open?from=a.toml&view=student&theme=dark&lock=time&step=2",
        address,
    );
    let place = Subject::Place("#/lessons/open?from=a.toml&step=2".to_owned());
    assert_eq!(given.subject, place);
    assert_eq!(given.lesson_view, LessonView::Student);
    assert_eq!(given.theme, Some("dark"));
    assert_eq!(
        given.embedded().link(),
        "#/lessons/open?from=a.toml&step=2&view=student&theme=dark&ui=embed&lock=all"
    );
    assert_eq!(given.step(), Some(2));
    given.set_step(5);
    assert_eq!(
        given.subject,
        Subject::Place("#/lessons/open?from=a.toml&step=5".to_owned())
    );
    given.set_step(2);
    given.restrictions = Restrictions::default();
    given.theme = None;
    given.lesson_view = LessonView::SelfStudy;
    assert_eq!(given.link(), "#/lessons/open?from=a.toml&step=2");
    // In Experiment, the view is a key of its own, and curves hide their lines.
    let curves = "#/laboratory?m=queue&hide=lines";
    assert_eq!(
        Handout::of_place(curves, read("#/lab?t=mesh:4x4")).link(),
        curves
    );
}

#[test]
fn links_for_other_pages_are_escaped() {
    let mut given = handout("t=mesh:4x4&lam=0.01&c=20&ui=embed");
    given.size = [800, 500];
    let address = format!("https://flits.example/(a)/{}", given.link());
    assert_eq!(
        iframe(&address, &given),
        "<iframe src=\"https://flits.example/(a)/#/lab?t=mesh:4x4&amp;lam=0.01&amp;c=20&amp;ui=embed\" \
         title=\"Mesh 4×4 at the end of cycle 19\" width=\"800\" height=\"500\"></iframe>"
    );
    assert_eq!(
        markdown(&address, &given),
        "[Mesh 4×4 at the end of cycle 19](https://flits.example/%28a%29/#/lab?t=mesh:4x4&lam=0.01&c=20&ui=embed)"
    );
}

#[test]
fn long_links_come_with_advice() {
    let mut given = handout("t=mesh:4x4&lam=0.01&c=20");
    assert_eq!(advice(&given.link(), &given), [""; 0]);
    let messages: Vec<_> = (0..300).map(|at| format!("{at}:0,0>3,3")).collect();
    given.address = handout(&format!("t=mesh:4x4&msg={}&c=20", messages.join(";"))).address;
    let told = advice(&given.link(), &given);
    let length = given.link().len();
    assert!(length > LONG && length < VERY_LONG, "{length}");
    assert_eq!(
        told[0],
        format!(
            "This link has {length} characters; some programs for mail and chat cut links at about 2000. Make it a step \
             of a lesson (Export, View as a step of a lesson) and share its file, or test it where you will use it."
        )
    );
    assert_eq!(
        told[1],
        "It is too long for a QR code, which holds at most 2331 characters."
    );
    let messages: Vec<_> = (0..900).map(|at| format!("{at}:0,0>3,3")).collect();
    given.address = handout(&format!("t=mesh:4x4&msg={}&c=20", messages.join(";"))).address;
    assert!(advice(&given.link(), &given)[0].contains("refuse links of more than about 8000"));
}
