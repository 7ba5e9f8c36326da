//! Starts `azml-ls` for YAML in Zed: the program that the settings name, else the one on `PATH`.

use zed_extension_api::settings::LspSettings;
use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree, serde_json};

struct Extension;

impl zed::Extension for Extension {
    fn new() -> Self {
        Self
    }

    fn language_server_command(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Command> {
        let settings = LspSettings::for_worktree(server.as_ref(), worktree)?;
        let binary = settings.binary.as_ref();
        let named = binary.and_then(|it| it.path.clone());
        let command = named
            .or_else(|| worktree.which("azml-ls"))
            .ok_or("`azml-ls` is not on PATH; install it with `pip install azml-ls`")?;
        let args = binary.and_then(|it| it.arguments.clone());
        Ok(Command {
            command,
            args: args.unwrap_or_default(),
            env: worktree.shell_env(),
        })
    }

    fn language_server_initialization_options(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<serde_json::Value>> {
        Ok(LspSettings::for_worktree(server.as_ref(), worktree)?.initialization_options)
    }
}

zed::register_extension!(Extension);
