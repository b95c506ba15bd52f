//! Streams in other encodings than UTF-8.
//!
//! PGN is ASCII except for names and comments, which [`decode_unmarked`](crate::files::decode_unmarked) decodes. A stream
//! that begins with the byte-order mark of UTF-16 is converted to UTF-8 while it is read, in little memory; invalid code
//! units become U+FFFD.

use std::io::{self, Cursor, Read};

use encoding_rs::{Decoder, Encoding, UTF_16BE, UTF_16LE};

/// Number of bytes decoded at a time.
const BLOCK: u64 = 1 << 16;

/// Returns the form of UTF-16 that the first bytes of a stream mark, if any.
pub(super) fn utf16_of(head: &[u8]) -> Option<&'static Encoding> {
    match head {
        [0xff, 0xfe, ..] => Some(UTF_16LE),
        [0xfe, 0xff, ..] => Some(UTF_16BE),
        _ => None,
    }
}

/// A stream that passes bytes through, except UTF-16 with a byte-order mark, which becomes UTF-8.
pub(super) struct DecodingReader<'a> {
    source: &'a mut dyn Read,
    state: DecodingState,
}

enum DecodingState {
    /// State before anything is read.
    Begun,
    /// State of a stream whose bytes are passed through, after these first ones.
    Plain(Cursor<Vec<u8>>),
    /// State of a stream in UTF-16.
    Wide(Box<Utf16Decoder>),
}

impl<'a> DecodingReader<'a> {
    pub(super) const fn new(source: &'a mut dyn Read) -> Self {
        Self {
            source,
            state: DecodingState::Begun,
        }
    }

    /// Decides the encoding from the first bytes.
    fn begin(&mut self) -> io::Result<()> {
        let mut head = Vec::new();
        (&mut *self.source).take(2).read_to_end(&mut head)?;
        self.state = match utf16_of(&head) {
            Some(encoding) => DecodingState::Wide(Box::new(Utf16Decoder::new(encoding))),
            None => DecodingState::Plain(Cursor::new(head)),
        };
        Ok(())
    }
}

impl Read for DecodingReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if matches!(self.state, DecodingState::Begun) {
            self.begin()?;
        }
        match &mut self.state {
            DecodingState::Begun => Ok(0),
            DecodingState::Wide(wide) => wide.read(self.source, buffer),
            DecodingState::Plain(head) => match head.read(buffer)? {
                0 => self.source.read(buffer),
                count => Ok(count),
            },
        }
    }
}

/// A decoder from UTF-16 to UTF-8.
struct Utf16Decoder {
    decoder: Decoder,
    decoded: Cursor<Vec<u8>>,
    is_over: bool,
}

impl Utf16Decoder {
    fn new(encoding: &'static Encoding) -> Self {
        Self {
            decoder: encoding.new_decoder_without_bom_handling(),
            decoded: Cursor::default(),
            is_over: false,
        }
    }

    fn read(&mut self, source: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.decoded.read(buffer)?;
            if count > 0 || self.is_over || buffer.is_empty() {
                return Ok(count);
            }
            self.decode(source)?;
        }
    }

    /// Decodes the next block.
    fn decode(&mut self, source: &mut dyn Read) -> io::Result<()> {
        let mut block = Vec::new();
        self.is_over = source.take(BLOCK).read_to_end(&mut block)? == 0;
        let most = self.decoder.max_utf8_buffer_length(block.len());
        let mut text = String::with_capacity(most.unwrap_or(4 * block.len()));
        let _ = self
            .decoder
            .decode_to_string(&block, &mut text, self.is_over);
        self.decoded = Cursor::new(text.into_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_say_what_a_stream_is() {
        let text = "[White \"Hübner, 李\"]\n".repeat(9000);
        let wide = |to_bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            let marked = format!("\u{feff}{text}");
            marked.encode_utf16().flat_map(to_bytes).collect()
        };
        for bytes in [
            wide(u16::to_le_bytes),
            wide(u16::to_be_bytes),
            text.clone().into_bytes(),
        ] {
            let mut source = bytes.as_slice();
            let mut read = String::new();
            DecodingReader::new(&mut source)
                .read_to_string(&mut read)
                .expect("UTF-8");
            assert!(read == text);
            assert_eq!(crate::files::decode(&bytes), text);
        }
        for short in ["", "x"] {
            let mut read = String::new();
            DecodingReader::new(&mut short.as_bytes())
                .read_to_string(&mut read)
                .expect("UTF-8");
            assert_eq!(read, short);
        }
    }

    #[test]
    fn half_a_letter_at_the_end_is_no_letter() {
        let mut read = Vec::new();
        DecodingReader::new(&mut &b"\xff\xfea\0b"[..])
            .read_to_end(&mut read)
            .expect("read");
        assert_eq!(read, "a\u{fffd}".as_bytes());
    }
}
