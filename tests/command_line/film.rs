//! Films: their frames are the pictures of their cycles.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::Arc;

use png::Decoder;
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

/// The frames of an animated PNG as RGB pixels, each painted over the one before, with their delays.
fn decoded(file: &PathBuf) -> Vec<(Vec<u8>, (u16, u16))> {
    let file = BufReader::new(File::open(file).expect("the film was written"));
    let mut reader = Decoder::new(file).read_info().expect("a PNG file");
    let width = reader.info().width as usize;
    let count = reader
        .info()
        .animation_control()
        .expect("animated")
        .num_frames;
    let mut shown = vec![0; reader.output_buffer_size().expect("small")];
    let mut part = shown.clone();
    let frames = (0..count).map(|_| {
        let read = reader.next_frame(&mut part).expect("a frame");
        let control = *reader.info().frame_control().expect("an animated frame");
        let (left, top) = (control.x_offset as usize, control.y_offset as usize);
        let row = read.width as usize * 3;
        for y in 0..read.height as usize {
            shown[((top + y) * width + left) * 3..][..row].copy_from_slice(&part[y * row..][..row]);
        }
        (shown.clone(), (control.delay_num, control.delay_den))
    });
    frames.collect()
}

#[test]
fn frames_of_a_film_are_the_pictures_of_their_cycles() {
    let Some(font) = a_font() else {
        assert_is_refused(
            &["draw", "-", "--cycles", "0..1", "--film", "x.png"],
            SCENARIO,
            "font must be given",
        );
        return;
    };
    let film = in_temporary("frames.png");
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
        assert_eq!(delay, &(1, 10));
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
        assert!(picture == *frame, "cycle {cycle}");
        pictures.push(picture);
    }
    pictures.dedup();
    assert!(pictures.len() > 1, "something moves");
}

#[test]
fn the_same_film_has_the_same_bytes() {
    let Some(font) = a_font() else { return };
    let films = ["once.png", "twice.png"].map(|name| {
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
    let to = in_temporary("refused.png");
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
        (&[], "--cycles"),
    ] {
        assert_is_refused(&[&film, options].concat(), SCENARIO, part);
    }
    assert_is_refused(&["draw", "-", "--cycles", "0..9"], SCENARIO, "--film");
    assert_is_refused(
        &["draw", "-", "--cycles", "0..1", "--film", "/no/film.png"],
        SCENARIO,
        if a_font().is_some() {
            "film must be"
        } else {
            "font must be"
        },
    );
}
