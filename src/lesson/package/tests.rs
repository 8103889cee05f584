use std::io::Read as _;

use roxmltree::Document;
use zip::ZipArchive;

use super::*;
use crate::protocol::{LessonShown, LessonSource, Reply, Request};
use crate::{EXAMPLE, LESSONS, Tutor};

const ONE_FILE: &[u8] = b"<html data-one-file></html>";

/// A lesson as the page opens it.
fn opened(source: LessonSource) -> LessonShown {
    let request = Request::Open {
        source,
        beside: None,
        seed: None,
    };
    match Tutor::default().answer(&request) {
        Reply::Lesson(lesson) => lesson,
        other => panic!("{other:?}"),
    }
}

/// A built-in lesson as a package.
fn package(lesson: &LessonShown, scorm: Scorm, pass: Option<u8>) -> Package<'_> {
    Package {
        scorm,
        id: &lesson.id,
        title: &lesson.title,
        goal: &lesson.goal,
        file: None,
        pass,
    }
}

/// The texts in a package, by name.
fn unzipped(package: &Package) -> Vec<(String, String)> {
    let zip = package.zip(ONE_FILE).expect("the page has the mark");
    let mut zip = ZipArchive::new(Cursor::new(zip)).expect("a zip file");
    (0..zip.len())
        .map(|index| {
            let mut file = zip.by_index(index).expect("it is listed");
            let mut text = String::new();
            file.read_to_string(&mut text).expect("text");
            (file.name().expect("text").into_owned(), text)
        })
        .collect()
}

#[test]
fn every_lesson_has_a_manifest_that_lists_every_file_in_both_editions() {
    for summary in LESSONS {
        let lesson = opened(LessonSource::BuiltIn(summary.id.to_owned()));
        for (scorm, version) in Scorm::ALL.into_iter().zip(["1.2", "2004 4th Edition"]) {
            let package = package(&lesson, scorm, None);
            let files = unzipped(&package);
            let (name, manifest) = &files[0];
            assert_eq!(name, "imsmanifest.xml");
            let manifest = Document::parse(manifest).expect("well-formed");
            let all = |tag: &'static str| {
                let nodes = manifest.descendants();
                nodes.filter(move |node| node.tag_name().name() == tag)
            };
            let listed = all("file").map(|file| file.attribute("href").expect("a name"));
            let others = files[1..].iter().map(|(name, _)| &**name);
            assert!(listed.eq(others), "{}", summary.id);
            let texts = |tag| all(tag).filter_map(|node| node.text()).collect::<Vec<_>>();
            assert_eq!(texts("title"), [summary.title; 2]);
            assert_eq!(texts("schemaversion"), [version]);
            let page = all("resource").next().expect("a page");
            assert_eq!(page.attribute("href"), Some("index.html"));
            let item = all("item").next().expect("an item");
            assert_eq!(
                item.attribute("identifierref"),
                page.attribute("identifier")
            );
        }
    }
}

#[test]
fn a_title_of_markup_stays_a_title() {
    let title = "TITLE & <b>\"a\"</b> 'b' PASS\u{1}";
    let file = EXAMPLE.to_owned();
    let mut lesson = opened(LessonSource::File(file.clone()));
    title.clone_into(&mut lesson.title);
    for scorm in Scorm::ALL {
        let package = Package {
            file: Some(&file),
            ..package(&lesson, scorm, Some(60))
        };
        let files = unzipped(&package);
        let manifest = Document::parse(&files[0].1).expect("well-formed");
        let titles = manifest.descendants();
        let mut titles = titles.filter(|node| node.tag_name().name() == "title");
        let shown = title.trim_end_matches('\u{1}');
        assert!(titles.all(|node| node.text() == Some(shown)));
        let (_, index) = &files[1];
        let escaped =
            "<title>TITLE &amp; &lt;b&gt;&quot;a&quot;&lt;/b&gt; &#39;b&#39; PASS</title>";
        assert!(index.contains(escaped), "{index}");
        assert!(index.contains("data-pass=\"60\""), "{index}");
        let packed = "data-address=\"#/lessons/open?lesson=";
        assert!(index.contains(packed), "{index}");
        assert_eq!(
            files.last(),
            Some(&("lesson.toml".to_owned(), file.clone()))
        );
    }
}

#[test]
fn the_mark_from_which_a_lesson_is_passed_is_in_the_manifest() {
    let lesson = opened(LessonSource::BuiltIn("one-message".to_owned()));
    let text = |scorm, pass| unzipped(&package(&lesson, scorm, pass)).swap_remove(0).1;
    let mark = "<adlcp:masteryscore>60</adlcp:masteryscore>";
    assert!(text(Scorm::V1_2, Some(60)).contains(mark));
    assert!(!text(Scorm::V1_2, None).contains("masteryscore"));
    let mark = "satisfiedByMeasure=\"true\"><imsss:minNormalizedMeasure>0.6<";
    assert!(text(Scorm::V2004, Some(60)).contains(mark));
    assert!(text(Scorm::V2004, None).contains("satisfiedByMeasure=\"false\"><"));
}

#[test]
fn the_same_lesson_and_page_make_the_same_bytes_without_sizes_after_the_files() {
    let lesson = opened(LessonSource::BuiltIn("one-message".to_owned()));
    let package = package(&lesson, Scorm::V1_2, None);
    let zip = package.zip(ONE_FILE).expect("the page has the mark");
    assert_eq!(package.zip(ONE_FILE), Ok(zip.clone()));
    // The general purpose bit flag of the first file: platforms in Java refuse a stored file with a data descriptor.
    assert_eq!(zip[6] & 0b1000, 0);
    assert_eq!(package.file_name(), "one-message-scorm-1.2.zip");
    assert!(package.zip(b"<html></html>").is_err());
}

#[test]
fn marks_are_read_or_refused() {
    assert_eq!(pass_of("60"), Ok(60));
    for given in ["0", "101", "-1", "half", ""] {
        assert!(pass_of(given).is_err(), "{given}");
    }
}
