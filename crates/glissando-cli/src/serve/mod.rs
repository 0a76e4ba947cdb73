//! `glissando serve`: the page to walk in, from the program to the browser of this machine.
//!
//! What can be asked for is a table made at the start ([`Files`]), so that no path of a request ever reaches the disk.

mod address;
mod answer;
mod built_in;
mod content_type;
mod files;
mod level;
mod listen;
mod page;

use crate::Outcome;
use anyhow::Context;
use clap::Args;
use files::Files;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

/// Serve the page to walk in, and open the browser there. Ctrl-C ends it.
///
/// Only this machine can reach it, unless --host says otherwise.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// A level file to begin in; the page gets it, and what lies beside it under its name
    #[arg(value_name = "LEVEL")]
    level: Option<PathBuf>,
    /// Port to listen at; 0 is any that is free [default: 7070, or any that is free]
    #[arg(long, allow_negative_numbers = true)]
    port: Option<u16>,
    /// Address to listen at; 0.0.0.0 or :: lets other machines in
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Serve the page in this folder instead of the one built in
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,
}

/// # Errors
/// No page; a level that cannot be read; an address or port that cannot be listened at.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let mut files = Files::default();
    page::add(&mut files, arguments.page.as_deref())?;
    let level = arguments.level.as_deref().map(|path| level::add(&mut files, path)).transpose()?;
    let listener = listen::bind(arguments.host, arguments.port)?;
    let local = listener.local_addr().context("the address that is listened at")?;
    let url = address::of(local, level.as_deref());
    if !arguments.host.to_canonical().is_loopback() {
        warn(&format!("--host {}: other machines can reach the page, and the level with it", arguments.host));
    }
    writeln!(io::stdout(), "glissando is at {url}\nCtrl-C ends it.")?;
    if !arguments.no_open
        && let Err(reason) = address::open(&url)
    {
        warn(&format!("no browser was opened ({reason}): open {url} yourself"));
    }
    listen::serve(listener, files)?;
    Ok(Outcome::Clean)
}

/// A line on standard error, which may be closed: the page is worth having without it.
fn warn(text: &str) {
    let _ = writeln!(io::stderr(), "warning: {text}");
}
