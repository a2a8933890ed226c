//! Gzip streams in memory, for `.Q.gz`.

use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use quarry_value::{Error, Result, error, meter, room};
use std::io::{Read, Write};

/// Bytes inflated between two looks at the memory that is left.
const STEP: usize = 1 << 20;

/// A gzip stream of `plain`. Levels are 1 to 9. Errors: 'domain.
pub fn deflate(level: i64, plain: &[u8]) -> Result<Vec<u8>> {
    let level = u32::try_from(level).ok().filter(|l| (1..=9).contains(l));
    let level = level.ok_or_else(|| error::domain_error().detail("levels are 1 to 9"))?;
    let mut coder = GzEncoder::new(Vec::new(), flate2::Compression::new(level));
    coder.write_all(plain).and_then(|()| coder.finish()).map_err(|e| failed(&e))
}

/// What a gzip stream holds. A short stream can hold very much: memory is asked for step by step.
///
/// Errors: 'domain when it is no whole stream; 'wsfull.
pub fn inflate(coded: &[u8]) -> Result<Vec<u8>> {
    let mut decoder = MultiGzDecoder::new(coded);
    let mut plain = Vec::new();
    loop {
        meter::check(plain.len() + STEP)?;
        if !room::try_reserve(&mut plain, STEP) {
            return Err(Error::new("wsfull"));
        }
        let read = decoder.by_ref().take(STEP as u64).read_to_end(&mut plain);
        if read.map_err(|e| failed(&e))? == 0 {
            return Ok(plain);
        }
    }
}

fn failed(e: &std::io::Error) -> Error {
    error::domain_error().detail(format!("gzip: {e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_come_back_and_damage_is_told() {
        let plain = b"helloworld".repeat(1000);
        for level in 1..=9 {
            let coded = deflate(level, &plain).expect("deflates");
            assert!(coded.len() < 150);
            assert_eq!(inflate(&coded).expect("inflates"), plain);
            for cut in [0, 5, coded.len() / 2, coded.len() - 1] {
                let outcome = inflate(&coded[..cut]);
                assert!(outcome.is_err(), "cut at {cut}");
            }
        }
        assert!(deflate(0, &plain).is_err() && deflate(10, &plain).is_err());
        assert_eq!(inflate(&deflate(9, b"").expect("deflates")).expect("inflates"), b"");
    }
}
