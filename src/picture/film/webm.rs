//! WebM: a container for frames that a browser has encoded as VP8 or VP9.
//!
//! The elements are those of Matroska (RFC 9559) that WebM players need, in EBML (RFC 8794): a seek head, the
//! description of the track, one cluster for each key frame, and cues that tell where these are.
//!
//! No crate does this for the page: `webm` binds libwebm, which is C++ and has no WebAssembly target here, and
//! `webm-iterable` and `mkv-element` write single elements, as the two functions at the end do, but know no clusters,
//! cues and seek heads.

use super::Reel;

/// A codec of WebM.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Codec {
    /// VP8.
    Vp8,
    /// VP9.
    Vp9,
}

/// Frames after which there is a key frame, to which a player can jump. The cluster of that frame contains the
/// others: their times are stored as 16 bits \[ms\], and one frame may last a second.
pub const KEY_EVERY: u32 = 30;

/// A WebM file to which frames are added.
#[derive(Debug)]
pub struct WebM {
    reel: Reel,
    codec: Codec,
    /// The time of the key frame of each cluster \[ms\], and its blocks.
    clusters: Vec<(u64, Vec<u8>)>,
    frames: u32,
}

impl WebM {
    pub fn new(reel: &Reel, codec: Codec) -> Self {
        Self {
            reel: *reel,
            codec,
            clusters: Vec::new(),
            frames: 0,
        }
    }

    /// Returns the number of frames so far.
    pub fn frames(&self) -> u32 {
        self.frames
    }

    /// Adds the next frame as encoded; `is_key` if it needs no other frame.
    pub fn add(&mut self, is_key: bool, data: &[u8]) {
        const KEY: u8 = 0x80;
        /// Marks a number of one byte.
        const ONE_BYTE: u8 = 0x80;
        let time = self.time_of(self.frames);
        self.frames += 1;
        if is_key || self.clusters.is_empty() {
            self.clusters.push((time, uint(0xe7, time)));
        }
        let Some((begin, cluster)) = self.clusters.last_mut() else {
            return;
        };
        let [high, low] = ((time - *begin) as i16).to_be_bytes();
        let head = [TRACK | ONE_BYTE, high, low, if is_key { KEY } else { 0 }];
        cluster.extend(element(0xa3, &[&head, data].concat()));
    }

    pub fn finish(self) -> Vec<u8> {
        let parts = [
            uint(0x4286, 1),
            uint(0x42f7, 1),
            uint(0x42f2, 4),
            uint(0x42f3, 8),
            element(0x4282, b"webm"),
            uint(0x4287, 2),
            uint(0x4285, 2),
        ];
        let head = element(0x1a45_dfa3, &parts.concat());
        let (info, tracks) = (self.info(), self.tracks());
        let clusters = self.clusters.iter();
        let clusters: Vec<_> = clusters.map(|(_, body)| element(CLUSTER, body)).collect();
        // All numbers have eight bytes, so the length of the seek head does not depend on what it tells.
        let mut at = seek_head(0, 0, 0).len() as u64;
        let info_at = at;
        at += info.len() as u64;
        let tracks_at = at;
        at += tracks.len() as u64;
        let mut cues = Vec::new();
        for ((time, _), cluster) in self.clusters.iter().zip(&clusters) {
            let position = [uint(0xf7, TRACK.into()), uint(0xf1, at)].concat();
            let point = [uint(0xb3, *time), element(0xb7, &position)].concat();
            cues.extend(element(0xbb, &point));
            at += cluster.len() as u64;
        }
        let parts = [
            seek_head(info_at, tracks_at, at),
            info,
            tracks,
            clusters.concat(),
            element(CUES, &cues),
        ];
        [head, element(0x1853_8067, &parts.concat())].concat()
    }

    /// The time at which a frame is shown \[ms\], rounded.
    fn time_of(&self, frame: u32) -> u64 {
        let fps = u64::from(self.reel.fps());
        (u64::from(frame) * 1000 + fps / 2) / fps
    }

    fn info(&self) -> Vec<u8> {
        let seconds = f64::from(self.frames) / f64::from(self.reel.fps());
        let parts = [
            uint(0x2a_d7b1, 1_000_000),
            element(0x4489, &(seconds * 1000.0).to_be_bytes()),
            element(0x4d80, b"Flitscope"),
            element(0x5741, b"Flitscope"),
        ];
        element(INFO, &parts.concat())
    }

    fn tracks(&self) -> Vec<u8> {
        let (width, height) = self.reel.size();
        let codec: &[u8] = match self.codec {
            Codec::Vp8 => b"V_VP8",
            Codec::Vp9 => b"V_VP9",
        };
        let video = [uint(0xb0, width.into()), uint(0xba, height.into())];
        let parts = [
            uint(0xd7, TRACK.into()),
            uint(0x73c5, TRACK.into()),
            uint(0x83, 1),
            uint(0x9c, 0),
            uint(0x23_e383, 1_000_000_000 / u64::from(self.reel.fps())),
            element(0x86, codec),
            element(0xe0, &video.concat()),
        ];
        element(TRACKS, &element(0xae, &parts.concat()))
    }
}

/// The number of the only track.
const TRACK: u8 = 1;
const INFO: u32 = 0x1549_a966;
const TRACKS: u32 = 0x1654_ae6b;
const CLUSTER: u32 = 0x1f43_b675;
const CUES: u32 = 0x1c53_bb6b;

fn seek_head(info: u64, tracks: u64, cues: u64) -> Vec<u8> {
    let places = [(INFO, info), (TRACKS, tracks), (CUES, cues)];
    let places = places.map(|(id, at)| {
        let seek = [element(0x53ab, &id.to_be_bytes()), uint(0x53ac, at)];
        element(0x4dbb, &seek.concat())
    });
    element(0x114d_9b74, &places.concat())
}

/// An element with its id, its length in eight bytes, and its content.
fn element(id: u32, content: &[u8]) -> Vec<u8> {
    /// Marks a length of eight bytes.
    const EIGHT: u64 = 1 << 56;
    let id: Vec<_> = id
        .to_be_bytes()
        .into_iter()
        .skip_while(|&b| b == 0)
        .collect();
    let length = (EIGHT | content.len() as u64).to_be_bytes();
    [&id, &length[..], content].concat()
}

fn uint(id: u32, number: u64) -> Vec<u8> {
    element(id, &number.to_be_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The elements of a content: their ids, where they begin, and their contents.
    fn elements(mut rest: &[u8]) -> Vec<(u32, usize, &[u8])> {
        let all = rest.len();
        let mut found = Vec::new();
        while let Some(first) = rest.first() {
            let at = all - rest.len();
            let (id, after) = rest.split_at(first.leading_zeros() as usize + 1);
            let id = id.iter().fold(0, |id, &byte| id << 8 | u32::from(byte));
            let (length, after) = after.split_at(8);
            assert_eq!(length[0], 1, "a length of eight bytes");
            let length = length[1..]
                .iter()
                .fold(0, |all, &byte| all << 8 | usize::from(byte));
            let (content, after) = after.split_at(length);
            found.push((id, at, content));
            rest = after;
        }
        found
    }

    fn number(content: &[u8]) -> u64 {
        u64::from_be_bytes(content.try_into().expect("eight bytes"))
    }

    #[test]
    fn frames_are_in_clusters_that_begin_with_a_key_frame_and_are_found_by_cues() {
        let reel = Reel::new((0, 69), (640, 480), 6).expect("within the limits");
        let mut film = WebM::new(&reel, Codec::Vp9);
        for frame in 0..70 {
            film.add(frame % KEY_EVERY == 0, &[frame as u8; 3]);
        }
        let file = film.finish();
        let [(0x1a45_dfa3, ..), (0x1853_8067, _, segment)] = elements(&file)[..] else {
            panic!("a head and a segment");
        };
        let parts = elements(segment);
        let clusters: Vec<_> = parts.iter().filter(|(id, ..)| *id == CLUSTER).collect();
        assert_eq!(clusters.len(), 3);

        let mut times = Vec::new();
        for (_, _, cluster) in &clusters {
            let blocks = elements(cluster);
            let begin = number(blocks[0].2);
            for (place, (_, _, block)) in blocks[1..].iter().enumerate() {
                assert_eq!(
                    block[3] == 0x80,
                    place == 0,
                    "only the first is a key frame"
                );
                assert_eq!(block[0], 0x81, "track 1");
                assert_eq!(block[4..], [times.len() as u8; 3]);
                times.push(begin + u64::from(u16::from_be_bytes([block[1], block[2]])));
            }
        }
        let expected: Vec<_> = (0..70).map(|frame| (frame * 1000 + 3) / 6).collect();
        assert_eq!(times, expected);

        let (_, cues_at, cues) = parts.last().expect("parts");
        let positions = elements(cues).into_iter().map(|(_, _, point)| {
            let [(_, _, _), (_, _, position)] = elements(point)[..] else {
                panic!("a time and a position");
            };
            let position = elements(position);
            assert_eq!(number(position[0].2), 1, "track 1");
            number(position[1].2) as usize
        });
        let begins: Vec<_> = clusters.iter().map(|(_, at, _)| *at).collect();
        assert_eq!(positions.collect::<Vec<_>>(), begins);

        let track = elements(elements(parts[2].2)[0].2);
        assert_eq!((track[0].0, number(track[0].2)), (0xd7, 1));

        let seeks = elements(parts[0].2).into_iter().map(|(_, _, seek)| {
            let seek = elements(seek);
            (seek[0].2.to_vec(), number(seek[1].2) as usize)
        });
        let sought: Vec<_> = [(INFO, parts[1].1), (TRACKS, parts[2].1), (CUES, *cues_at)]
            .map(|(id, at)| (id.to_be_bytes().to_vec(), at))
            .into();
        assert_eq!(seeks.collect::<Vec<_>>(), sought);
    }
}
