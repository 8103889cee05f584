//! The making of a film, frame by frame, in pauses between which the page stays usable.

use browser::time::{now, pause};
use browser::version::version;
use flitscope::film::{Gif, Reel};

use super::take::Take;

/// Makes the film. `is_on` receives the number of frames made so far, and returns `false` to cancel.
///
/// Returns the file, `None` if canceled, or a sentence about why it cannot be made.
pub async fn record(
    mut take: Take,
    reel: &Reel,
    is_on: impl Fn(u32) -> bool,
) -> Result<Option<Vec<u8>>, String> {
    /// Simulation steps between two looks at the clock, and time between two pauses \[ms\].
    const SLICE: u64 = 32;
    const BUDGET: f64 = 20.0;
    let mut film = Gif::new(reel, &version());
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
        let pixels = take.frame();
        film.add(&pixels.ok_or("The browser has no memory for frames of this size.")?);
    }
    Ok(is_on(reel.frames()).then(|| film.finish()))
}
