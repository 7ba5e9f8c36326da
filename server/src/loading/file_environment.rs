//! Settings of a file before its folder is loaded: those of the folders above it, read from disk.

use std::path::Path;
use std::sync::Arc;

use azml_rules::date::Date;
use azml_rules::settings::Settings;
use azml_rules::workspace::{Disk, Workspace};

use super::load::Request;
use crate::config::today;
use crate::sandbox::key;
use crate::sandbox::project_roots::project_folder;

/// Settings in the folder of a file.
#[derive(Debug)]
pub struct FileEnvironment {
    /// `true` if `exclude` leaves the file out.
    pub leaves_out: bool,
    folder: Arc<str>,
    settings: Settings,
    today: Option<Date>,
    disk: Arc<dyn Disk>,
}

impl FileEnvironment {
    /// Returns the settings of the file `path` (absolute), as [`load`](super::load()) finds them
    /// when it loads `request`.
    pub fn of(path: &Path, request: &Request) -> Self {
        let folder = path.parent().unwrap_or(path);
        let (project, _) = project_folder(folder);
        let folders = request.paths.iter().map(|path| &**path);
        let folders = folders.chain([folder, &*project]);
        let mut configs = request.configs();
        Self {
            leaves_out: configs.leaves_out(path),
            folder: key(folder),
            settings: configs.settings(Some(folder)),
            today: today::today(),
            disk: configs.disk(folders),
        }
    }

    /// Lets it hold in `workspace`.
    pub fn hold_in(self, workspace: &mut Workspace) {
        workspace.set_settings(&self.folder, self.settings);
        workspace.set_disk(self.disk);
        if let Some(today) = self.today {
            workspace.set_today(today);
        }
    }
}
