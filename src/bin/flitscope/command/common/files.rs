//! Files that commands read, and text that they print. A device or a pipe may have no end, a named pipe no other side,
//! and a disk no room: each is an error with a reason, never a program that waits or grows.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write as _};
use std::path::Path;
use std::process;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// The largest file that is read whole, and the longest line of one that is read by line \[bytes\]: more than a hundred
/// times all nodes of the largest network.
pub(crate) const MOST_BYTES: u64 = 64 << 20;

/// The largest file that is read by line \[bytes\]: four million reports.
const MOST_BYTES_OF_LINES: u64 = 4 << 30;

/// The most lines of such a file.
const MOST_LINES: u64 = 10_000_000;

/// For how long a named pipe may have no other side.
const PATIENCE: Duration = Duration::from_secs(10);

/// The name of standard input.
const STDIN: &str = "-";

/// Reads the text of a file, or of standard input for `-`.
///
/// # Errors
/// Returns why it cannot be read; it may have at most `most` bytes.
pub(crate) fn text_of(file: &str, most: u64) -> io::Result<String> {
    if file == STDIN {
        return decoded(all_of(io::stdin().lock(), most)?);
    }
    text_at(Path::new(file), most)
}

/// Reads the text of a file of at most `most` bytes.
pub(crate) fn text_at(file: &Path, most: u64) -> io::Result<String> {
    decoded(bytes_of(file, most)?)
}

/// Reads a file of at most `most` bytes.
pub(crate) fn bytes_of(file: impl AsRef<Path>, most: u64) -> io::Result<Vec<u8>> {
    all_of(readable(file.as_ref())?, most)
}

fn all_of(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large("it", most));
    }
    Ok(bytes)
}

fn too_large(what: &str, most: u64) -> io::Error {
    let most = most >> 20;
    io::Error::new(
        ErrorKind::FileTooLarge,
        format!("{what} has more than {most} MiB"),
    )
}

/// Decodes a text without its byte order mark.
fn decoded(bytes: Vec<u8>) -> io::Result<String> {
    let text = match units_of(&bytes) {
        Some(units) => String::from_utf16(&units).ok(),
        None => String::from_utf8(bytes).ok(),
    };
    let text = text.ok_or_else(|| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8"))?;
    Ok(without_mark(&text).to_owned())
}

/// Same as [`decoded`], but replaces what is no text, as browsers do.
pub(crate) fn decoded_lossy(bytes: &[u8]) -> String {
    let text = match units_of(bytes) {
        Some(units) => String::from_utf16_lossy(&units),
        None => String::from_utf8_lossy(bytes).into_owned(),
    };
    without_mark(&text).to_owned()
}

/// The code units of UTF-16, in which Windows PowerShell writes files; `None` for anything without its byte order mark.
fn units_of(bytes: &[u8]) -> Option<Vec<u16>> {
    let unit = match bytes.get(..2)? {
        [0xff, 0xfe] => u16::from_le_bytes,
        [0xfe, 0xff] => u16::from_be_bytes,
        _ => return None,
    };
    let pairs = bytes.chunks_exact(2);
    Some(pairs.map(|pair| unit([pair[0], pair[1]])).collect())
}

/// A text without the byte order mark that some programs write in front of it.
fn without_mark(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

/// Writes a file, in place of what it contains.
pub(crate) fn write(file: impl AsRef<Path>, content: impl AsRef<[u8]>) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    opened(file.as_ref(), options)?.write_all(content.as_ref())
}

/// Opens a file. A named pipe opens when another program opens its other side, if one does.
fn opened(file: &Path, options: OpenOptions) -> io::Result<File> {
    let may_wait = fs::metadata(file).is_ok_and(|known| !known.is_file() && !known.is_dir());
    if !may_wait {
        return options.open(file);
    }
    let (send, receive) = mpsc::channel();
    let file = file.to_owned();
    // It waits for as long as the program runs if nothing ever opens the other side.
    thread::spawn(move || send.send(options.open(file)));
    receive.recv_timeout(PATIENCE).unwrap_or_else(|_| {
        let seconds = PATIENCE.as_secs();
        let reason = format!("no other program has opened its other side within {seconds} seconds");
        Err(io::Error::new(ErrorKind::TimedOut, reason))
    })
}

/// Opens a file for reading.
fn readable(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    opened(file, options)
}

/// The lines of a file, each with its end, or of standard input for `-`.
pub(crate) fn lines_of(file: &str) -> io::Result<Lines> {
    if file == STDIN {
        Ok(Lines::of(io::stdin()))
    } else {
        Ok(Lines::of(readable(Path::new(file))?))
    }
}

/// The lines of a text, each with its end; the last may have none.
pub(crate) struct Lines {
    /// `None` after an error: another read would fail again, without end.
    source: Option<Box<dyn BufRead + Send>>,
    bytes: u64,
    count: u64,
}

impl Lines {
    pub(crate) fn of(source: impl Read + Send + 'static) -> Self {
        Self {
            source: Some(Box::new(BufReader::new(source))),
            bytes: 0,
            count: 0,
        }
    }

    /// The next line as text, in which bytes that are not UTF-8 only make their own line invalid. Files that were joined
    /// may have a byte order mark in front of any line.
    pub(crate) fn texts(self) -> impl Iterator<Item = io::Result<String>> + Send {
        self.map(|line| {
            let line = line?;
            if units_of(&line).is_some() {
                let reason = "it is UTF-16; save it as UTF-8";
                return Err(io::Error::new(ErrorKind::InvalidData, reason));
            }
            Ok(decoded_lossy(&line))
        })
    }

    /// Reads the next line, which is empty at the end.
    fn read(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        if let Some(source) = &mut self.source {
            let mut limited = source.take(MOST_BYTES + 1);
            self.bytes += limited.read_until(b'\n', &mut line)? as u64;
        }
        self.count += 1;
        if line.len() as u64 > MOST_BYTES {
            return Err(too_large("a line", MOST_BYTES));
        }
        if self.bytes > MOST_BYTES_OF_LINES {
            return Err(too_large("it", MOST_BYTES_OF_LINES));
        }
        if self.count > MOST_LINES && !line.is_empty() {
            let reason = format!("it has more than {MOST_LINES} lines");
            return Err(io::Error::new(ErrorKind::FileTooLarge, reason));
        }
        Ok(line)
    }
}

impl Iterator for Lines {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.read();
        if line.is_err() {
            self.source = None;
        }
        match line {
            Ok(line) if line.is_empty() => None,
            line => Some(line),
        }
    }
}

/// Writes a text to standard output at once; if that fails, ends the program with a sentence and status 2.
pub(crate) fn print_all(text: &str) {
    printed(io::stdout().lock().write_all(text.as_bytes()));
}

/// Ends the program with a sentence and status 2 if something was not written to standard output.
pub(crate) fn printed(written: io::Result<()>) {
    if let Err(error) = written.and_then(|()| io::stdout().flush()) {
        say(&format!(
            "standard output must be a file or pipe that takes all results, which it did not ({error})"
        ));
        process::exit(2);
    }
}

/// Writes a sentence to standard error. If that fails, nothing is left to say so.
pub(crate) fn say(sentence: &str) {
    let _ = writeln!(io::stderr(), "flitscope: {sentence}");
}
