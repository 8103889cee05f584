//! The making of a film, frame by frame, in pauses between which the page stays usable.

use browser::time::{now, pause};
use browser::version::version;
use browser::video::Video;
use flitscope::film::{Apng, Reel};
use flitscope::scene::signed_png;

use super::take::Take;

/// A file format of films.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Video, which the browser encodes.
    WebM,
    /// Animated PNG.
    Apng,
}

impl Format {
    /// Returns the MIME type and the extension of the file's name.
    pub fn kind(self) -> (&'static str, &'static str) {
        match self {
            Self::WebM => ("video/webm", "webm"),
            Self::Apng => ("image/png", "png"),
        }
    }
}

/// The encoder of the frames.
enum Encoder {
    Video(Video),
    Apng(Box<Apng>),
}

/// Makes the film. `is_on` receives the number of frames made so far, and returns `false` to cancel.
///
/// Returns the file, `None` if cancelled, or a sentence about why it cannot be made.
pub async fn record(
    mut take: Take,
    reel: &Reel,
    format: Format,
    is_on: impl Fn(u32) -> bool,
) -> Result<Option<Vec<u8>>, String> {
    /// Simulation steps between two looks at the clock, and time between two pauses \[ms\].
    const SLICE: u64 = 32;
    const BUDGET: f64 = 20.0;
    const NO_CANVAS: &str = "The browser has no memory for frames of this size.";
    let mut encoder = match format {
        Format::Apng => Encoder::Apng(Box::new(Apng::new(reel))),
        Format::WebM => {
            let video = Video::new(reel).await;
            Encoder::Video(
                video
                    .ok_or("This browser cannot encode video of this size; choose animated PNG.")?,
            )
        }
    };
    let mut begin = now();
    for (done, cycle) in (0..).zip(reel.cycles()) {
        loop {
            let reached = take.seek(cycle, SLICE).map_err(|at| {
                format!("The network is saturated and the run ends after {at} cycles; the film must end by then.")
            })?;
            if now() - begin > BUDGET {
                pause().await;
                begin = now();
            }
            if !is_on(done) {
                return Ok(None);
            }
            if reached {
                break;
            }
        }
        let canvas = take.draw().ok_or(NO_CANVAS)?;
        match &mut encoder {
            Encoder::Video(video) => video.add(canvas).await.map_err(|reason| refused(&reason))?,
            Encoder::Apng(file) => file.add(&take.pixels().ok_or(NO_CANVAS)?),
        }
    }
    if !is_on(reel.frames()) {
        return Ok(None);
    }
    match encoder {
        Encoder::Video(video) => video
            .finish()
            .await
            .map(Some)
            .map_err(|reason| refused(&reason)),
        Encoder::Apng(file) => Ok(Some(signed_png(&file.finish(), &version()))),
    }
}

fn refused(reason: &str) -> String {
    format!("The browser could not encode the film ({reason}); choose animated PNG.")
}
