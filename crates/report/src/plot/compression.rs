//! Compression of the files of figures.

use flate2::{Compress, Compression, FlushCompress, Status};

/// Compression level: PNG files of figures are a quarter to a half as large as with a filter and Huffman codes alone, in less time.
/// Level 6 makes files a tenth smaller, in twice the time.
const LEVEL: Compression = Compression::new(2);

/// Compresses bytes in the format of zlib, all at once.
pub(super) fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut compress = Compress::new(LEVEL, true);
    let mut output = Vec::with_capacity(bytes.len() / 16 + 1024);
    loop {
        // A part of what is in memory.
        #[allow(clippy::cast_possible_truncation)]
        let read = compress.total_in() as usize;
        let status = compress.compress_vec(&bytes[read..], &mut output, FlushCompress::Finish);
        match status.expect("compression to memory cannot fail") {
            Status::StreamEnd => return output,
            _ => output.reserve(output.capacity()),
        }
    }
}
