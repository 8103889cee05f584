//! Encoding of video by the browser (WebCodecs), which some browsers lack.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::futures::JsFuture;
use js_sys::{Function, Object, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

use super::time::pause;
use flitscope::film::{Codec, KEY_EVERY, Reel, WebM};

#[wasm_bindgen]
extern "C" {
    type VideoEncoder;
    #[wasm_bindgen(constructor, catch)]
    fn new(callbacks: &Object) -> Result<VideoEncoder, JsValue>;
    #[wasm_bindgen(static_method_of = VideoEncoder, js_name = isConfigSupported, catch)]
    fn is_config_supported(config: &Object) -> Result<Promise, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn configure(this: &VideoEncoder, config: &Object) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn encode(this: &VideoEncoder, frame: &VideoFrame, options: &Object) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn flush(this: &VideoEncoder) -> Result<Promise, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn close(this: &VideoEncoder) -> Result<(), JsValue>;
    #[wasm_bindgen(method, getter, js_name = encodeQueueSize)]
    fn queue(this: &VideoEncoder) -> u32;

    type VideoFrame;
    #[wasm_bindgen(constructor, catch)]
    fn new(picture: &HtmlCanvasElement, options: &Object) -> Result<VideoFrame, JsValue>;
    #[wasm_bindgen(method, js_name = close)]
    fn free(this: &VideoFrame);

    type EncodedVideoChunk;
    #[wasm_bindgen(method, getter, js_name = type)]
    fn kind(this: &EncodedVideoChunk) -> String;
    #[wasm_bindgen(method, getter, js_name = byteLength)]
    fn length(this: &EncodedVideoChunk) -> u32;
    #[wasm_bindgen(method, js_name = copyTo)]
    fn copy_to(this: &EncodedVideoChunk, to: &Uint8Array);
}

/// Returns an object with these properties.
fn object<const N: usize>(properties: [(&str, JsValue); N]) -> Object {
    let object = Object::new();
    for (name, value) in properties {
        // Fails only for an object that is frozen.
        let _ = Reflect::set(&object, &name.into(), &value);
    }
    object
}

/// The codecs in the order of preference, with their names in WebCodecs: profile 0, level 5.1, 8 bits.
const CODECS: [(Codec, &str); 2] = [(Codec::Vp9, "vp09.00.51.08"), (Codec::Vp8, "vp8")];

fn config(reel: &Reel, name: &str) -> Object {
    /// Edges of flat colors need more than natural pictures do \[bits per pixel\].
    const BITS: f64 = 0.3;
    let (width, height) = reel.size();
    let fps = f64::from(reel.fps());
    let bits = f64::from(width) * f64::from(height) * fps * BITS;
    object([
        ("codec", name.into()),
        ("width", width.into()),
        ("height", height.into()),
        ("framerate", fps.into()),
        ("bitrate", bits.max(500_000.0).into()),
    ])
}

/// Whether the browser may be able to encode video.
pub fn can_encode() -> bool {
    let has = |name: &str| Reflect::has(&js_sys::global(), &name.into()).unwrap_or(false);
    has("VideoEncoder") && has("VideoFrame")
}

/// An encoder of a film whose frames are drawn on a canvas.
pub struct Video {
    encoder: VideoEncoder,
    made: Rc<RefCell<Made>>,
    /// The functions that the encoder calls.
    _callbacks: [Closure<dyn Fn(JsValue)>; 2],
    reel: Reel,
    frames: u32,
}

/// The encoded frames, and the first error.
struct Made {
    film: WebM,
    error: Option<String>,
}

impl std::fmt::Debug for Video {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("Video")
            .field("reel", &self.reel)
            .finish_non_exhaustive()
    }
}

impl Video {
    /// Prepares an encoder; `None` if the browser has none for the size and speed.
    pub async fn new(reel: &Reel) -> Option<Self> {
        if !can_encode() {
            return None;
        }
        for (codec, name) in CODECS {
            let config = config(reel, name);
            let Ok(asked) = VideoEncoder::is_config_supported(&config) else {
                continue;
            };
            let answer = JsFuture::from(asked).await;
            let is_supported = answer.and_then(|answer| Reflect::get(&answer, &"supported".into()));
            if is_supported.is_ok_and(|is| is.is_truthy())
                && let Some(video) = Self::with(reel, codec, &config)
            {
                return Some(video);
            }
        }
        None
    }

    fn with(reel: &Reel, codec: Codec, config: &Object) -> Option<Self> {
        let made = Rc::new(RefCell::new(Made {
            film: WebM::new(reel, codec),
            error: None,
        }));
        let add = made.clone();
        let output = Closure::<dyn Fn(JsValue)>::new(move |chunk: JsValue| {
            let chunk: EncodedVideoChunk = chunk.unchecked_into();
            let data = Uint8Array::new_with_length(chunk.length());
            chunk.copy_to(&data);
            let is_key = chunk.kind() == "key";
            add.borrow_mut().film.add(is_key, &data.to_vec());
        });
        let note = made.clone();
        let error = Closure::<dyn Fn(JsValue)>::new(move |error: JsValue| {
            let reason = in_words(&error);
            note.borrow_mut().error.get_or_insert(reason);
        });
        let callback = |closure: &Closure<dyn Fn(JsValue)>| -> JsValue {
            closure.as_ref().unchecked_ref::<Function>().into()
        };
        let callbacks = object([("output", callback(&output)), ("error", callback(&error))]);
        let encoder = VideoEncoder::new(&callbacks).ok()?;
        encoder.configure(config).ok()?;
        Some(Self {
            encoder,
            made,
            _callbacks: [output, error],
            reel: *reel,
            frames: 0,
        })
    }

    /// Adds what a canvas shows as the next frame, or tells why the browser refuses.
    pub async fn add(&mut self, canvas: &HtmlCanvasElement) -> Result<(), String> {
        /// Frames that may wait for the encoder, each of which takes memory.
        const MOST_WAITING: u32 = 4;
        while self.encoder.queue() > MOST_WAITING {
            pause().await;
        }
        if let Some(error) = self.made.borrow().error.clone() {
            return Err(error);
        }
        let micros = |frame: u32| f64::from(frame) * 1e6 / f64::from(self.reel.fps());
        let (begin, end) = (micros(self.frames).round(), micros(self.frames + 1).round());
        let times = object([
            ("timestamp", begin.into()),
            ("duration", (end - begin).into()),
        ]);
        let frame = VideoFrame::new(canvas, &times).map_err(|error| in_words(&error))?;
        let is_key = self.frames.is_multiple_of(KEY_EVERY);
        let encoded = self
            .encoder
            .encode(&frame, &object([("keyFrame", is_key.into())]));
        frame.free();
        self.frames += 1;
        encoded.map_err(|error| in_words(&error))
    }

    /// Returns the file after the last frame, or why the browser could not encode it.
    pub async fn finish(self) -> Result<Vec<u8>, String> {
        let flushed = self.encoder.flush().map_err(|error| in_words(&error))?;
        let flushed = JsFuture::from(flushed).await;
        if let Some(error) = self.made.borrow_mut().error.take() {
            return Err(error);
        }
        flushed.map_err(|error| in_words(&error))?;
        let film = std::mem::replace(
            &mut self.made.borrow_mut().film,
            WebM::new(&self.reel, Codec::Vp8),
        );
        if film.frames() != self.frames {
            let (made, all) = (film.frames(), self.frames);
            return Err(format!("the browser has encoded {made} of {all} frames"));
        }
        Ok(film.finish())
    }
}

impl Drop for Video {
    fn drop(&mut self) {
        // Fails only for an encoder that an error has closed.
        let _ = self.encoder.close();
    }
}

fn in_words(error: &JsValue) -> String {
    let message = Reflect::get(error, &"message".into()).ok();
    let message = message.and_then(|message| message.as_string());
    message.unwrap_or_else(|| "the browser cannot encode the film".to_owned())
}
