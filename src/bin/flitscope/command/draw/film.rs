//! A film of consecutive cycles: their pictures, rasterized, as one animated GIF file.

use std::path::Path;
use std::sync::Arc;

use clap::Args;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use crate::command::common::files::{self, MOST_BYTES, bytes_of};
use crate::command::version;
use flitscope::catalog::{quoted, quoted_path};
use flitscope::film::{Gif, Reel, cycles_of, whole};
use flitscope::page::figure::Figure;
use flitscope::scenario::BuiltScenario;
use flitscope::scene::Palette;

/// The options of a film.
#[derive(Debug, Args)]
pub(crate) struct FilmOptions {
    /// Write a film to this file, an animated GIF that repeats; with --cycles.
    #[arg(long, value_name = "FILE", requires = "cycles")]
    film: Option<String>,
    /// The numbers of cycles after which the network is drawn, both included, such as 0..80; one frame each.
    #[arg(
        long,
        value_name = "FROM..TO",
        requires = "film",
        conflicts_with = "cycle",
        allow_hyphen_values = true
    )]
    cycles: Option<String>,
    /// Frames per second of the film, from 1 to 50 [default: 6].
    #[arg(long, value_name = "N", requires = "film", allow_hyphen_values = true)]
    fps: Option<String>,
    /// The font of the labels in the film, a TrueType or OpenType file [default: a sans-serif of the system].
    #[arg(long, value_name = "FILE", requires = "film")]
    font: Option<String>,
}

/// Frames per second, as the page plays at first.
const USUAL_FPS: u64 = 6;

impl FilmOptions {
    /// Returns the first and the last cycle, if a film is asked for.
    pub(crate) fn cycles(&self) -> Result<Option<(u64, u64)>, String> {
        self.cycles.as_deref().map(cycles_of).transpose()
    }

    /// Writes the film from the cycle of the figure to the last one, and returns a line about it.
    pub(crate) fn write(
        &self,
        built: &BuiltScenario,
        figure: &Figure,
        last: u64,
    ) -> Result<String, String> {
        let to = self.film.as_deref().unwrap_or_default();
        let extension = Path::new(to).extension();
        if extension.is_some_and(|given| !given.eq_ignore_ascii_case("gif")) {
            return Err(format!(
                "film must be the name of a GIF file such as film.gif, not {}",
                quoted(to)
            ));
        }
        if figure.palette.id == Palette::PAGE.id {
            return Err(
                "theme must be light, dark or projector for a film, not \"page\", whose colors are those of a page"
                    .to_owned(),
            );
        }
        let fps = self.fps.as_deref().map(|text| whole("fps", text));
        let fps = fps.transpose()?.unwrap_or(USUAL_FPS);
        let (width, height) = figure.size(built);
        let reel = Reel::new((figure.cycle, last), (width.into(), height.into()), fps)?;
        let options = Options {
            fontdb: Arc::new(self.fonts()?),
            ..Options::default()
        };
        let mut file = Gif::new(&reel, version());
        let mut pixels = Pixmap::new(width, height).expect("the reel has checked the size");
        figure.draw_each(built, last, &mut |picture| {
            let tree = Tree::from_str(&picture, &options).map_err(|error| error.to_string())?;
            // The paper covers all of the frame before.
            resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
            file.add(pixels.data());
            Ok(())
        })?;
        let film = file.finish();
        files::write(to, &film).map_err(|error| {
            format!(
                "film must be a file that can be written, not {} ({error})",
                quoted(to)
            )
        })?;
        Ok(format!(
            "{to}: {} frames of {width}×{height} pixels, {fps} per second, {} bytes\n",
            reel.frames(),
            film.len()
        ))
    }

    /// Returns the font of the labels, which SVG names as a sans-serif one.
    fn fonts(&self) -> Result<fontdb::Database, String> {
        let mut fonts = fontdb::Database::new();
        if let Some(file) = &self.font {
            let refused = |why: &str| {
                let given = quoted_path(file);
                format!("font must be a TrueType or OpenType file, not {given}{why}")
            };
            let font = bytes_of(file, MOST_BYTES);
            fonts.load_font_data(font.map_err(|error| refused(&format!(" ({error})")))?);
            if fonts.is_empty() {
                return Err(refused(""));
            }
        } else {
            fonts.load_system_fonts();
        }
        let family = sans_serif(&fonts).ok_or(
            "font must be given as a file, because this system has none for the labels of a film",
        )?;
        fonts.set_sans_serif_family(family);
        Ok(fonts)
    }
}

/// Returns the family of sans-serif text: the first of the usual ones that is there, or the first in alphabetical
/// order, so that the choice does not depend on the order of files.
fn sans_serif(fonts: &fontdb::Database) -> Option<String> {
    const USUAL: [&str; 6] = [
        "DejaVu Sans",
        "Liberation Sans",
        "Noto Sans",
        "Arial",
        "Helvetica",
        "Segoe UI",
    ];
    let families = fonts.faces().flat_map(|face| &face.families);
    let mut families: Vec<_> = families.map(|(family, _)| family.clone()).collect();
    families.sort();
    let usual = USUAL
        .iter()
        .find(|usual| families.iter().any(|family| family == *usual));
    usual
        .map(|&family| family.to_owned())
        .or_else(|| families.into_iter().next())
}
