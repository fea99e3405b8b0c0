//! The compression of GIF: LZW with codes that grow from one bit more than a pixel has to twelve.

/// The longest code.
const MOST_BITS: u32 = 12;
const MOST_CODES: usize = 1 << MOST_BITS;

/// Compresses pixels of so many bits each (2 to 8).
pub(super) fn compress(pixels: impl Iterator<Item = u8>, bits: u32) -> Vec<u8> {
    let clear = 1_u16 << bits;
    let end = clear + 1;
    let mut out = Bits::default();
    let mut size = bits + 1;
    // For each code and next pixel the code of both together, 0 for none.
    let mut table = vec![0_u16; MOST_CODES << bits];
    let mut next = end + 1;
    out.put(clear, size);
    let mut current = None;
    for pixel in pixels {
        let Some(code) = current else {
            current = Some(u16::from(pixel));
            continue;
        };
        let place = usize::from(code) << bits | usize::from(pixel);
        if table[place] > 0 {
            current = Some(table[place]);
            continue;
        }
        out.put(code, size);
        if usize::from(next) < MOST_CODES {
            table[place] = next;
            if next == 1 << size {
                size += 1;
            }
            next += 1;
        } else {
            out.put(clear, size);
            table.fill(0);
            next = end + 1;
            size = bits + 1;
        }
        current = Some(u16::from(pixel));
    }
    if let Some(code) = current {
        out.put(code, size);
        // The reader's table grows with the code just read.
        if usize::from(next) < MOST_CODES && next == 1 << size {
            size += 1;
        }
    }
    out.put(end, size);
    out.finish()
}

/// Bits packed into bytes, the lowest first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    waiting: u32,
    count: u32,
}

impl Bits {
    fn put(&mut self, code: u16, size: u32) {
        self.waiting |= u32::from(code) << self.count;
        self.count += size;
        while self.count >= 8 {
            self.bytes.push(self.waiting as u8);
            self.waiting >>= 8;
            self.count -= 8;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.waiting as u8);
        }
        self.bytes
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::compress;

    /// Undoes [`compress`], as a reader of GIF does it: written from the format's description.
    pub fn expand(bytes: &[u8], bits: u32) -> Vec<u8> {
        let (clear, end) = (1_usize << bits, (1 << bits) + 1);
        let mut words: Vec<Vec<u8>> = Vec::new();
        let (mut size, mut last): (u32, Option<usize>) = (bits + 1, None);
        let mut pixels = Vec::new();
        let (mut at, total) = (0, bytes.len() * 8);
        while at + size as usize <= total {
            let bit = |i: usize| usize::from(bytes[i / 8] >> (i % 8) & 1);
            let code = (0..size as usize).fold(0, |code, i| code | bit(at + i) << i);
            at += size as usize;
            if code == clear {
                words = (0..=end).map(|value| vec![value as u8]).collect();
                (size, last) = (bits + 1, None);
                continue;
            }
            if code == end {
                return pixels;
            }
            let word = match (words.get(code), last) {
                (Some(word), _) => word.clone(),
                (None, Some(last)) => {
                    let mut word = words[last].clone();
                    word.push(word[0]);
                    word
                }
                (None, None) => panic!("code {code} before there is any"),
            };
            pixels.extend(&word);
            if let Some(last) = last
                && words.len() < 4096
            {
                let mut longer = words[last].clone();
                longer.push(word[0]);
                words.push(longer);
            }
            if words.len() == 1 << size && size < 12 {
                size += 1;
            }
            last = Some(code);
        }
        panic!("there is no end");
    }

    #[test]
    fn what_is_compressed_comes_back() {
        let mut state = 1_u32;
        let mut random = move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        for bits in 2..=8 {
            let mask = ((1_u16 << bits) - 1) as u8;
            for length in [0, 1, 2, 3, 100, 4000, 70_000] {
                let noise: Vec<u8> = (0..length).map(|_| random() & mask).collect();
                let calm: Vec<u8> = (0..length).map(|i| (i / 50) as u8 & mask).collect();
                let same = vec![1; length];
                for pixels in [noise, calm, same] {
                    let bytes = compress(pixels.iter().copied(), bits);
                    assert_eq!(expand(&bytes, bits), pixels, "{bits} bits, {length} pixels");
                }
            }
        }
    }
}
