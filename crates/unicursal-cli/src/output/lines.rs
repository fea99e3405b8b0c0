//! Files to which lines are added while the work goes on: results and logs.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, anyhow};
use unicursal_arena::printable;

use super::{Place, place, write};

/// A file of lines that grows: each line is written completely or not at all.
pub struct Lines {
    path: String,
    /// Open once there is a line.
    open: Option<File>,
    /// Bytes of whole lines, if it is a regular file.
    length: Option<u64>,
    /// How long it may become before it is renamed.
    most: Option<u64>,
}

impl Lines {
    /// A file that the first line replaces. Until then the old one stays.
    pub fn replacing(path: &str) -> Self {
        Self {
            path: path.to_owned(),
            open: None,
            length: None,
            most: None,
        }
    }

    /// A log to which lines are added, which nobody else can read, and which is renamed when it
    /// becomes longer than this. If it ends in the middle of a line, that line is ended first.
    pub fn log(path: &str, most: u64) -> anyhow::Result<Self> {
        let open = || -> std::io::Result<(File, Option<u64>)> {
            let mut options = OpenOptions::new();
            options.read(true).append(true).create(true);
            #[cfg(unix)]
            {
                use std::os::unix::fs::OpenOptionsExt;
                options.mode(0o600);
            }
            // Something that can only be written, like some devices, has no end to look at.
            let opened = options.open(path);
            let mut file = opened.or_else(|_| OpenOptions::new().append(true).open(path))?;
            let found = file.metadata()?;
            if !found.is_file() {
                return Ok((file, None));
            }
            #[cfg(unix)]
            {
                // An existing file may be readable by others.
                use std::os::unix::fs::PermissionsExt;
                file.set_permissions(fs::Permissions::from_mode(0o600))?;
            }
            if found.len() > 0 {
                let mut last = [0];
                file.seek(SeekFrom::End(-1))?;
                if file.read(&mut last)? == 1 && last != *b"\n" {
                    file.write_all(b"\n")?;
                }
            }
            let length = file.metadata()?.len();
            Ok((file, Some(length)))
        };
        let (file, length) = open().with_context(|| printable(path).into_owned())?;
        Ok(Self {
            path: path.to_owned(),
            open: Some(file),
            length,
            most: Some(most),
        })
    }

    /// Renames a file that has become too long, and begins a new one.
    fn turn(&mut self) -> anyhow::Result<()> {
        if let Some((_, most)) = self
            .length
            .zip(self.most)
            .filter(|(length, most)| length > most)
        {
            let shown = || printable(&self.path).into_owned();
            fs::rename(&self.path, format!("{}.1", self.path)).with_context(shown)?;
            *self = Self::log(&self.path, most)?;
        }
        Ok(())
    }

    /// Adds a line.
    pub fn add(&mut self, line: &str) -> anyhow::Result<()> {
        self.turn()?;
        let line = format!("{line}\n");
        let Some(file) = &mut self.open else {
            return self.begin(&line);
        };
        if let Err(error) = file.write_all(line.as_bytes()) {
            if let Some(length) = self.length {
                // On a full disk only a part of the line may fit, which would be unreadable.
                let _ = file.set_len(length);
            }
            return Err(anyhow!(error).context(printable(&self.path).into_owned()));
        }
        if let Some(length) = &mut self.length {
            *length += line.len() as u64;
        }
        Ok(())
    }

    /// Replaces what was there with the first line, and opens the file for more.
    fn begin(&mut self, line: &str) -> anyhow::Result<()> {
        let shown = || printable(&self.path).into_owned();
        let path = Path::new(&self.path);
        if let Place::Stream = place(path).with_context(shown)? {
            let mut file = OpenOptions::new()
                .write(true)
                .open(path)
                .with_context(shown)?;
            file.write_all(line.as_bytes()).with_context(shown)?;
            self.open = Some(file);
            return Ok(());
        }
        write(path, line.as_bytes()).with_context(shown)?;
        let file = OpenOptions::new().append(true).open(path);
        self.open = Some(file.with_context(shown)?);
        self.length = Some(line.len() as u64);
        Ok(())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::{MetadataExt, PermissionsExt};

    use super::Lines;
    use crate::output::tests::folder;

    #[test]
    fn a_log_is_closed_to_others_and_put_aside_when_it_is_long() {
        let folder = folder("log");
        let path = folder.join("log.jsonl");
        let name = path.display().to_string();
        let mut log = Lines::log(&name, 100).expect("a log");
        assert_eq!(fs::metadata(&path).expect("there").mode() & 0o777, 0o600);
        for number in 0..30 {
            log.add(&format!("{{\"number\":{number}}}")).expect("added");
        }
        assert!(fs::metadata(&path).expect("there").len() < 120);
        let aside = fs::metadata(folder.join("log.jsonl.1")).expect("there");
        assert!((100..120).contains(&aside.len()));
        fs::write(&path, "half").expect("written");
        let open = fs::Permissions::from_mode(0o644);
        fs::set_permissions(&path, open).expect("changed");
        let mut log = Lines::log(&name, 100).expect("a log");
        assert_eq!(fs::metadata(&path).expect("there").mode() & 0o777, 0o600);
        log.add("whole").expect("added");
        assert_eq!(fs::read_to_string(&path).expect("there"), "half\nwhole\n");
        let _ = fs::remove_dir_all(folder);
    }
}
