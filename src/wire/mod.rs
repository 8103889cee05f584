//! The form in which the programs of the page send each other values: postcard, after the version of what is sent.
//!
//! The requests and replies themselves are serde types of the layers that they are about: [`sweep`](crate::sweep) has
//! those of workers.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Version of all requests and replies; another one is refused.
const VERSION: u16 = 1;

/// A message that cannot be decoded, because another version of the program sent it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a program of the page is of another version; reload the page")]
pub struct OtherVersion;

/// The bytes of a message.
pub fn encode<T: Serialize>(message: &T) -> Vec<u8> {
    postcard::to_allocvec(&(VERSION, message)).expect("plain data can be written")
}

/// Reads what [`encode`] wrote.
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
    fn a_message_survives_the_wire_and_nothing_else_is_read() {
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
