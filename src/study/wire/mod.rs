//! The binary format of messages between the programs of the page: a version number, followed by the message in the
//! `postcard` format.
//!
//! The requests and replies themselves are serde types in the layers that use them: [`sweep`](crate::sweep) defines
//! those of workers, `lesson` those of the lesson program.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Version of all requests and replies; messages of another version are rejected.
const VERSION: u16 = 5;

/// A message that cannot be decoded, because another version of the program sent it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a program of the page has a different version; reload the page")]
pub struct OtherVersion;

pub fn encode<T: Serialize>(message: &T) -> Vec<u8> {
    postcard::to_allocvec(&(VERSION, message)).expect("plain data can be written")
}

/// Decodes the output of [`encode`].
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, OtherVersion> {
    let (version, rest) = postcard::take_from_bytes::<u16>(bytes).map_err(|_| OtherVersion)?;
    if version != VERSION {
        return Err(OtherVersion);
    }
    match postcard::take_from_bytes(rest) {
        Ok((message, [])) => Ok(message),
        _ => Err(OtherVersion),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_round_trip_and_damaged_ones_are_rejected() {
        type Message = (String, Option<f64>, Vec<u8>);
        let message = ("λ".to_owned(), Some(0.25), vec![1_u8, 2]);
        let bytes = encode(&message);
        assert_eq!(decode(&bytes), Ok(message));
        for damaged in [
            &bytes[..bytes.len() - 1],
            &[],
            &[7, 0],
            &[&*bytes, &[0]].concat(),
        ] {
            assert_eq!(decode::<Message>(damaged), Err(OtherVersion));
        }
    }
}
