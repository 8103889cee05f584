//! The cycles, size and speed of a film, and their limits.

use std::ops::RangeInclusive;

use engine::catalog::quoted;

const MOST_FRAMES: u64 = 2000;
/// Width and height of a frame \[pixels\].
const SIDES: RangeInclusive<u64> = 100..=4096;
/// Frames per second; players slow down a GIF whose frames last less than a fiftieth of a second.
const RATES: RangeInclusive<u64> = 1..=50;
/// The most pixels of all frames together, about ten minutes of encoding.
const MOST_PIXELS: u64 = 2_000_000_000;

/// A film of consecutive cycles, one frame each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reel {
    first: u64,
    frames: u32,
    width: u16,
    height: u16,
    fps: u8,
}

impl Reel {
    /// Returns the film of the cycles from `first` to `last`, both included, with frames of `width` × `height` pixels
    /// and `fps` frames per second; or the field that is out of its limits.
    pub fn new(
        (first, last): (u64, u64),
        (width, height): (u64, u64),
        fps: u64,
    ) -> Result<Self, String> {
        if last < first {
            return Err(format!(
                "cycles must be a range from a cycle to a later one, not {first}..{last}"
            ));
        }
        let frames = (last - first).saturating_add(1);
        if frames > MOST_FRAMES {
            return Err(format!(
                "cycles must be a range of at most {MOST_FRAMES}, one for each frame, not {first}..{last} with {frames}"
            ));
        }
        check("width", width, &SIDES)?;
        check("height", height, &SIDES)?;
        check("fps", fps, &RATES)?;
        let pixels = frames * width * height;
        if pixels > MOST_PIXELS {
            return Err(format!(
                "cycles must be a range of at most {} for frames of {width}×{height} pixels, because a longer film takes \
                 too long to encode, not {first}..{last} with {frames}",
                MOST_PIXELS / (width * height)
            ));
        }
        Ok(Self {
            first,
            frames: frames as u32,
            width: width as u16,
            height: height as u16,
            fps: fps as u8,
        })
    }

    /// The cycles, one for each frame.
    pub fn cycles(&self) -> RangeInclusive<u64> {
        self.first..=self.first + u64::from(self.frames) - 1
    }

    pub fn frames(&self) -> u32 {
        self.frames
    }

    /// Width and height of a frame \[pixels\].
    pub fn size(&self) -> (u32, u32) {
        (self.width.into(), self.height.into())
    }

    pub fn fps(&self) -> u8 {
        self.fps
    }
}

fn check(field: &str, given: u64, allowed: &RangeInclusive<u64>) -> Result<(), String> {
    if allowed.contains(&given) {
        return Ok(());
    }
    let (least, most) = (allowed.start(), allowed.end());
    Err(format!(
        "{field} must be a whole number from {least} to {most}, not {given}"
    ))
}

/// Parses a field that is a whole number.
pub fn whole(field: &str, text: &str) -> Result<u64, String> {
    let number = text.trim().parse();
    number.map_err(|_| {
        format!(
            "{field} must be a whole number from 0, not {}",
            quoted(text)
        )
    })
}

/// Parses the first and the last cycle, as `0..80`.
pub fn cycles_of(text: &str) -> Result<(u64, u64), String> {
    pair(text, "..").ok_or_else(|| {
        format!(
            "cycles must be the first and the last cycle such as 0..80, not {}",
            quoted(text)
        )
    })
}

/// Parses width and height, as `640x480`.
pub fn size_of(text: &str) -> Result<(u64, u64), String> {
    pair(text, "x").ok_or_else(|| {
        format!(
            "size must be width and height in pixels such as 640x480, not {}",
            quoted(text)
        )
    })
}

fn pair(text: &str, between: &str) -> Option<(u64, u64)> {
    let (first, second) = text.split_once(between)?;
    Some((first.trim().parse().ok()?, second.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_has_a_frame_for_each_of_its_cycles() {
        let reel = Reel::new((5, 9), (640, 480), 6).expect("within the limits");
        assert_eq!(
            (reel.frames(), reel.cycles(), reel.size()),
            (5, 5..=9, (640, 480))
        );
    }

    #[test]
    fn a_film_out_of_its_limits_is_refused_with_the_field() {
        for (cycles, size, fps, field) in [
            ((9, 5), (640, 480), 6, "cycles"),
            ((0, 2000), (640, 480), 6, "cycles"),
            ((0, u64::MAX), (640, 480), 6, "cycles"),
            ((0, 1000), (4096, 4096), 6, "cycles"),
            ((0, 9), (99, 480), 6, "width"),
            ((0, 9), (640, 5000), 6, "height"),
            ((0, 9), (640, 480), 0, "fps"),
            ((0, 9), (640, 480), 51, "fps"),
        ] {
            let refused = Reel::new(cycles, size, fps).expect_err("out of the limits");
            assert!(refused.starts_with(field), "{refused}");
        }
    }

    #[test]
    fn ranges_and_sizes_are_two_numbers() {
        assert_eq!(cycles_of("0..80"), Ok((0, 80)));
        assert_eq!(size_of("640x480"), Ok((640, 480)));
        for text in ["", "80", "0..", "..80", "0...80", "a..b", "-1..5"] {
            assert!(cycles_of(text).is_err(), "{text}");
        }
        for text in ["640", "640x", "640×480", "-640x480", "640x480x2"] {
            assert!(size_of(text).is_err(), "{text}");
        }
    }
}
