//! A folder for files that programs are given by name.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use crate::permissions;

/// A new folder that everybody can read, and that is removed at the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(what: &str) -> anyhow::Result<Self> {
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes).map_err(|error| anyhow!("no randomness: {error}"))?;
        let name = format!("unicursal-{what}-{:016x}", u64::from_le_bytes(bytes));
        let folder = std::env::temp_dir().join(name);
        let shown = || folder.display().to_string();
        fs::create_dir(&folder).with_context(shown)?;
        let made = Self(folder.clone());
        permissions::set_mode(&folder, 0o755).with_context(shown)?;
        Ok(made)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Puts a file there that everybody can read.
    pub fn put(&self, name: &str, data: &[u8]) -> std::io::Result<PathBuf> {
        let file = self.0.join(name);
        fs::write(&file, data)?;
        permissions::set_mode(&file, 0o644)?;
        Ok(file)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
