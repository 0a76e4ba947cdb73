//! The window itself: whether there can be one, and one frame after another.

use crate::hand::{Command, Hand};
use crate::keys::{FRAME, Held, Keys, Playing};
use crate::painter::Painter;
use crate::picture::Picture;
use crate::words::{self, Corner};
use anyhow::bail;
use macroquad::Window;
use macroquad::input::{self, MouseButton, is_quit_requested, prevent_quit};
use macroquad::miniquad::conf::{LinuxBackend, Platform};
use macroquad::time::get_frame_time;
use macroquad::window::{Conf, next_frame};
use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What to do where no window can be opened.
const INSTEAD: &str = "`glissando serve` shows the same in a browser, and `glissando walk` needs neither";

/// Samples a pixel: edges are smooth.
const SAMPLES: i32 = 4;

/// What a window is like.
#[derive(Clone, Debug)]
pub struct Options {
    /// What stands above it.
    pub title: String,
    /// Width and height in pixels.
    pub size: (u16, u16),
    /// Keys to play instead of the player's. Frames are a 60th of a second then, however long they
    /// take.
    pub keys: Option<Keys>,
}

/// What goes on in a window.
pub trait Game {
    /// One picture. The mouse is free until a click into the window.
    ///
    /// # Errors
    /// Whatever ends the game; the window is closed.
    fn frame(&mut self, frame: &mut Frame<'_>) -> anyhow::Result<Turn>;
}

/// Whether there is another frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The next one.
    On,
    /// The window is closed.
    End,
}

/// One frame: what the hands do, and what to draw with.
#[derive(Debug)]
pub struct Frame<'a> {
    /// Since the last one, in seconds.
    pub seconds: f64,
    /// What is held, and where the eyes look.
    pub hand: &'a mut Hand,
    /// The commands since the last frame. After a command to end, [`Turn::End`] is expected.
    pub commands: Vec<Command>,
    /// Whether there were keys to play, and this was the last of them.
    pub is_over: bool,
    /// Draws everything.
    pub painter: &'a mut Painter,
}

impl Frame<'_> {
    /// Writes lines over the picture, into a corner of it.
    pub fn write(&mut self, corner: Corner, lines: &[String]) {
        words::write(corner, lines);
    }

    /// Most lines that one corner has room for.
    pub fn line_room(&self) -> usize {
        words::room()
    }

    /// The picture so far.
    pub fn picture(&mut self) -> Picture {
        Picture::take()
    }
}

/// Opens a window and plays in it until the game or the player ends it.
///
/// # Errors
/// No window can be opened: the message says what can be done instead. What ends the game.
pub fn open(options: &Options, game: impl Game + 'static) -> anyhow::Result<()> {
    let conf = conf(options, backend()?);
    let is_open = Arc::new(AtomicBool::new(false));
    let outcome = Rc::new(RefCell::new(Ok(())));
    let (opened, ended) = (Arc::clone(&is_open), Rc::clone(&outcome));
    let keys = options.keys.clone();
    let play = async move {
        opened.store(true, Ordering::Relaxed);
        *ended.borrow_mut() = play(game, keys).await;
    };
    // The library beneath gives up with a panic where the display cannot be used.
    let end = quietly_until(&is_open, || catch_unwind(AssertUnwindSafe(|| Window::from_config(conf, play))));
    match end {
        Err(panic) if is_open.load(Ordering::Relaxed) => resume_unwind(panic),
        Err(panic) => bail!("no window could be opened ({}): {INSTEAD}", reason(&*panic)),
        Ok(()) => outcome.replace(Ok(())),
    }
}

/// Which way to the display there is.
///
/// # Errors
/// None: asking for one would end the program.
fn backend() -> anyhow::Result<LinuxBackend> {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match (is_set("DISPLAY"), is_set("WAYLAND_DISPLAY")) {
        (false, false) if cfg!(target_os = "linux") => {
            bail!("there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set): {INSTEAD}")
        }
        (false, true) => Ok(LinuxBackend::WaylandOnly),
        _ => Ok(LinuxBackend::X11Only),
    }
}

fn conf(options: &Options, linux_backend: LinuxBackend) -> Conf {
    let (width, height) = options.size;
    Conf {
        window_title: options.title.clone(),
        window_width: width.into(),
        window_height: height.into(),
        high_dpi: true,
        sample_count: SAMPLES,
        platform: Platform { linux_backend, linux_wm_class: "glissando", ..Platform::default() },
        ..Conf::default()
    }
}

/// Keeps panics to itself until there is a window: until then they are errors that `run` catches.
fn quietly_until<R>(is_open: &Arc<AtomicBool>, run: impl FnOnce() -> R) -> R {
    let usual = Arc::new(std::panic::take_hook());
    let (hook, is_open) = (Arc::clone(&usual), Arc::clone(is_open));
    std::panic::set_hook(Box::new(move |panic| {
        if is_open.load(Ordering::Relaxed) {
            hook(panic);
        }
    }));
    let result = run();
    std::panic::set_hook(Box::new(move |panic| usual(panic)));
    result
}

/// What a panic says.
fn reason(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("for no reason that is known")
}

async fn play(mut game: impl Game, keys: Option<Keys>) -> anyhow::Result<()> {
    let mut painter = Painter::new()?;
    // Closing the window asks the game to end.
    prevent_quit();
    let (mut hand, mut mouse, mut script) = (Hand::default(), Mouse::default(), keys.map(Playing::new));
    loop {
        let (held, seconds) = match &mut script {
            Some(script) => (script.next(), FRAME),
            None => (by_hand(), f64::from(get_frame_time())),
        };
        let mut commands: Vec<Command> = held.pressed.iter().filter_map(|key| hand.press(*key)).collect();
        if is_quit_requested() {
            commands.push(Command::Quit);
        }
        hand.hold(&held.down, seconds);
        mouse.follow(&mut hand, commands.contains(&Command::FreeMouse));
        let is_over = script.is_some() && held.is_over;
        let mut frame = Frame { seconds, hand: &mut hand, commands, is_over, painter: &mut painter };
        if game.frame(&mut frame)? == Turn::End {
            return Ok(());
        }
        next_frame().await;
    }
}

/// The keys that the player holds. A key that was tapped between two frames counts as held for one.
fn by_hand() -> Held {
    let pressed = input::get_keys_pressed();
    let down = input::get_keys_down().union(&pressed).copied().collect();
    Held { down, pressed, is_over: false }
}

/// The mouse, which looks around after a click into the window.
#[derive(Debug, Default)]
struct Mouse {
    /// Where it was, if it is ours.
    last: Option<(f32, f32)>,
}

impl Mouse {
    fn follow(&mut self, hand: &mut Hand, is_let_go: bool) {
        let at = input::mouse_position();
        match self.last {
            Some(_) if is_let_go => self.grab(None),
            Some(last) => {
                hand.look((at.0 - last.0, at.1 - last.1));
                self.last = Some(at);
            }
            None if input::is_mouse_button_pressed(MouseButton::Left) => self.grab(Some(at)),
            None => {}
        }
    }

    fn grab(&mut self, at: Option<(f32, f32)>) {
        self.last = at;
        input::set_cursor_grab(at.is_some());
        input::show_mouse(at.is_none());
    }
}
