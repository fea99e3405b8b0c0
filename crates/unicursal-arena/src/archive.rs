//! Levels in a `tar` archive, in which sealed halves of benchmarks come: read in memory, never
//! written out.

use std::collections::BTreeMap;
use std::path::Path;

use crate::Refused;
use crate::levels::number_of;

/// The size of a header; files are padded to a multiple of it.
const BLOCK: usize = 512;

/// The files that are named by number, whatever folder they are in.
pub fn levels(archive: &[u8]) -> Result<BTreeMap<u64, Vec<u8>>, Refused> {
    let mut found = BTreeMap::new();
    let mut at = 0;
    while at != archive.len() {
        let damaged = || damaged(at);
        let head = archive.get(at..at + BLOCK).ok_or_else(damaged)?;
        if head.iter().all(|&byte| byte == 0) {
            break;
        }
        if !is_head(head) {
            return Err(damaged());
        }
        let size = octal(&head[124..136]).ok_or_else(damaged)?;
        let size = usize::try_from(size).map_err(|_| damaged())?;
        let begin = at + BLOCK;
        let end = begin.checked_add(size).ok_or_else(damaged)?;
        let text = archive.get(begin..end).ok_or_else(damaged)?;
        let name = head[..100].split(|&byte| byte == 0).next();
        let name = String::from_utf8_lossy(name.unwrap_or_default());
        // Other kinds are folders, links and long names, none of which is a level.
        if matches!(head[156], 0 | b'0')
            && let Some(number) = number_of(Path::new(&*name))
            && found.insert(number, text.to_vec()).is_some()
        {
            let why = format!("level {number} is in the archive twice");
            return Err(Refused::new(why));
        }
        at = begin + size.div_ceil(BLOCK) * BLOCK;
    }
    if at == 0 {
        return Err(damaged(0));
    }
    if found.is_empty() {
        return Err(Refused::new("no file in the archive is named by a number"));
    }
    Ok(found)
}

/// The error for an archive that ends in the middle of a file, or has a header that is not one.
fn damaged(at: usize) -> Refused {
    Refused::new(format!(
        "byte {at}: this is no archive of tar, or a damaged one"
    ))
}

/// Whether the sum of a header's bytes is the one that it names; the bytes of the sum itself count
/// as blanks.
fn is_head(head: &[u8]) -> bool {
    let sum: u64 = head.iter().map(|&byte| u64::from(byte)).sum();
    let own: u64 = head[148..156].iter().map(|&byte| u64::from(byte)).sum();
    octal(&head[148..156]) == Some(sum - own + 8 * u64::from(b' '))
}

fn octal(field: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(field).ok()?;
    u64::from_str_radix(text.trim_matches([' ', '\0']), 8).ok()
}

#[cfg(test)]
mod tests {
    use super::{Refused, damaged, levels};

    /// An archive with one file.
    fn archive(name: &str, text: &str) -> Vec<u8> {
        let mut head = vec![0; 512];
        head[..name.len()].copy_from_slice(name.as_bytes());
        head[124..135].copy_from_slice(format!("{:011o}", text.len()).as_bytes());
        head[148..156].fill(b' ');
        head[156] = b'0';
        let sum: u32 = head.iter().map(|&byte| u32::from(byte)).sum();
        head[148..154].copy_from_slice(format!("{sum:06o}").as_bytes());
        head[154] = 0;
        let mut archive = head;
        archive.extend_from_slice(text.as_bytes());
        archive.resize(archive.len().div_ceil(512) * 512, 0);
        archive
    }

    #[test]
    fn numbered_files_are_levels_and_damage_is_told() {
        let one = archive("./2", "x=3");
        let mut both = [
            one.clone(),
            archive("sealed/14.txt", "x=4"),
            archive("README", "-"),
        ]
        .concat();
        both.extend([0; 1024]);
        let found = levels(&both).expect("it is whole");
        assert_eq!(found.keys().copied().collect::<Vec<_>>(), [2, 14]);
        assert_eq!(found[&14], b"x=4");
        assert_eq!(
            levels(&[one.clone(), one.clone()].concat()),
            Err(Refused::new("level 2 is in the archive twice"))
        );
        assert_eq!(levels(b"Salted__"), Err(damaged(0)));
        let refused = levels(&archive("README", "-")).unwrap_err().to_string();
        assert_eq!(refused, "no file in the archive is named by a number");
        let mut broken = one.clone();
        broken[0] = b'x';
        assert_eq!(levels(&broken), Err(damaged(0)));
        let large = archive("2", &"x".repeat(600));
        assert_eq!(levels(&large[..600]), Err(damaged(0)));
        // Cut off after a file, and in the middle of the next header.
        assert_eq!(levels(&one[..600]), Err(damaged(1024)));
        let cut = [one.clone(), one[..100].to_vec()].concat();
        assert_eq!(levels(&cut), Err(damaged(1024)));
    }
}
