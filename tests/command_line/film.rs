//! Films: their frames are the pictures of their cycles.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use crate::common::command::{assert_is_refused, run};

const SCENARIO: &str = r#"{"network": "mesh:3x3", "vcs": 1, "traffic": {"rate": 0.05}}"#;

fn in_temporary(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// A font of the system, as a file.
fn a_font() -> Option<String> {
    let mut fonts = fontdb::Database::new();
    fonts.load_system_fonts();
    let mut files: Vec<_> = fonts
        .faces()
        .filter_map(|face| match &face.source {
            fontdb::Source::File(file) => Some(file.to_str()?.to_owned()),
            fontdb::Source::Binary(_) => None,
        })
        .collect();
    files.sort();
    // Not a collection of fonts.
    let is_one = |file: &&String| {
        PathBuf::from(file)
            .extension()
            .is_some_and(|end| end == "ttf")
    };
    files.iter().find(is_one).cloned()
}

/// The frames of a film as RGB pixels, each painted over the one before, with their delays \[1/100 s\].
fn decoded(file: &PathBuf) -> Vec<(Vec<u8>, u16)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let file = File::open(file).expect("the film was written");
    let mut reader = options.read_info(BufReader::new(file)).expect("a GIF file");
    let width = usize::from(reader.width());
    let mut shown = vec![0; width * usize::from(reader.height()) * 3];
    let mut frames = Vec::new();
    while let Some(frame) = reader.read_next_frame().expect("a frame") {
        let rows = frame.buffer.chunks_exact(usize::from(frame.width) * 4);
        for (y, row) in (usize::from(frame.top)..).zip(rows) {
            let at = (y * width + usize::from(frame.left)) * 3;
            let pixels = shown[at..].chunks_exact_mut(3).zip(row.chunks_exact(4));
            for (old, new) in pixels.filter(|(_, new)| new[3] > 0) {
                old.copy_from_slice(&new[..3]);
            }
        }
        frames.push((shown.clone(), frame.delay));
    }
    frames
}

/// Asserts that most pixels are the same, and the others, on smoothed edges, similar.
fn assert_alike(frame: &[u8], picture: &[u8], cycle: &str) {
    let far: Vec<_> = frame
        .iter()
        .zip(picture)
        .map(|(a, b)| a.abs_diff(*b))
        .collect();
    let others = far.iter().filter(|&&far| far > 0).count();
    assert!(
        others * 10 < far.len(),
        "cycle {cycle}: {others} of {}",
        far.len()
    );
    assert!(
        far.iter().all(|&far| far < 32),
        "cycle {cycle}: {:?}",
        far.iter().max()
    );
}

#[test]
fn frames_of_a_film_are_the_pictures_of_their_cycles() {
    let Some(font) = a_font() else {
        assert_is_refused(
            &["draw", "-", "--cycles", "0..1", "--film", "x.gif"],
            SCENARIO,
            "font must be given",
        );
        return;
    };
    let film = in_temporary("frames.gif");
    let to = film.to_str().expect("text");
    let options = ["--size", "320x240", "--theme", "dark"];
    let output = run(
        &[
            &[
                "draw", "-", "--cycles", "20..26", "--fps", "10", "--font", &font, "--film", to,
            ],
            &options[..],
        ]
        .concat(),
        SCENARIO,
    );
    assert!(output.status.success(), "{output:?}");
    let frames = decoded(&film);
    assert_eq!(frames.len(), 7);

    let mut fonts = fontdb::Database::new();
    fonts.load_font_file(&font).expect("a font");
    let family = fonts.faces().next().expect("a face").families[0].0.clone();
    fonts.set_sans_serif_family(family);
    let usual = Options {
        fontdb: Arc::new(fonts),
        ..Options::default()
    };
    let mut pictures = Vec::new();
    for (cycle, (frame, delay)) in (20..).zip(&frames) {
        assert_eq!(*delay, 10);
        let cycle = format!("{cycle}");
        let output = run(
            &[&["draw", "-", "--cycle", &cycle], &options[..]].concat(),
            SCENARIO,
        );
        let tree = Tree::from_data(&output.stdout, &usual).expect("SVG");
        let mut picture = Pixmap::new(320, 240).expect("small");
        resvg::render(&tree, Transform::identity(), &mut picture.as_mut());
        let picture = picture.data().chunks_exact(4);
        let picture: Vec<_> = picture.flat_map(|pixel| &pixel[..3]).copied().collect();
        assert_alike(frame, &picture, &cycle);
        pictures.push(picture);
    }
    pictures.dedup();
    assert!(pictures.len() > 1, "something moves");
}

#[test]
fn the_same_film_has_the_same_bytes() {
    let Some(font) = a_font() else { return };
    let films = ["once.gif", "twice.gif"].map(|name| {
        let film = in_temporary(name);
        let to = film.to_str().expect("text");
        let output = run(
            &[
                "draw", "-", "--cycles", "3..5", "--width", "200", "--font", &font, "--film", to,
            ],
            SCENARIO,
        );
        assert!(output.status.success(), "{output:?}");
        fs::read(film).expect("the film was written")
    });
    assert!(films[0] == films[1]);
}

#[test]
fn films_that_cannot_be_made_are_refused_with_the_field() {
    let to = in_temporary("refused.gif");
    let to = to.to_str().expect("text");
    let film = ["draw", "-", "--film", to];
    for (options, part) in [
        (&["--cycles", "9..5"][..], "cycles must be a range"),
        (&["--cycles", "9"], "cycles must be the first and the last"),
        (
            &["--cycles", "-1..9"],
            "cycles must be the first and the last",
        ),
        (&["--cycles", "0..2000"], "at most 2000"),
        (&["--cycles", "200000000..200000001"], "0 to 111111111 for"),
        (&["--cycles", "0..9", "--size", "640"], "size must be"),
        (
            &["--cycles", "0..9", "--size", "640x9000"],
            "height must be",
        ),
        (&["--cycles", "0..9", "--width", "5000"], "width must be"),
        (
            &["--cycles", "0..999", "--size", "4000x4000"],
            "at most 125 ",
        ),
        (&["--cycles", "0..9", "--fps", "0"], "fps must be"),
        (&["--cycles", "0..9", "--fps", "x"], "fps must be"),
        (&["--cycles", "0..9", "--theme", "page"], "theme must be"),
        (&["--cycles", "0..9", "--cycle", "4"], "--cycle"),
        (&["--cycles", "0..9", "--font", "/no"], "font must be"),
        (&["--cycles", "0..9", "--fps", "60"], "fps must be"),
        (&[], "--cycles"),
    ] {
        assert_is_refused(&[&film, options].concat(), SCENARIO, part);
    }
    assert_is_refused(&["draw", "-", "--cycles", "0..9"], SCENARIO, "--film");
    for other in ["film.png", "film.apng", "film.webm"] {
        assert_is_refused(
            &["draw", "-", "--cycles", "0..9", "--film", other],
            SCENARIO,
            "film must be the name of a GIF file such as film.gif, not",
        );
    }
    assert_is_refused(
        &["draw", "-", "--cycles", "0..1", "--film", "/no/film.gif"],
        SCENARIO,
        if a_font().is_some() {
            "film must be"
        } else {
            "font must be"
        },
    );
}
