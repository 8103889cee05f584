//! The commands of the page. One table has the name, keys, icon and action of each; bars, menus, shortcuts, their help
//! and the search are made from it.

mod analyse;
mod hand_on;
pub mod help;
pub mod keys;
pub mod menu;
mod page;
mod picture;
pub mod search;
pub mod time;

use crate::ui::state::page::Page;

/// Where a command has a button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Menu {
    /// Nowhere: it has a key, and a button that is not of a menu.
    None,
    /// The bar at the foot.
    Transport,
    /// *Speed*: other steps in time.
    Time,
    /// *Fit*: the appearance of the picture.
    Picture,
    /// *Analyse*: views within the network.
    InNetwork,
    OverTime,
    Make,
    Share,
    /// The menu behind the mark.
    Page,
}

impl Menu {
    /// The heading above the commands, where a menu has several groups.
    pub fn heading(self) -> &'static str {
        match self {
            Self::InNetwork => "In the network",
            Self::OverTime => "Over time",
            Self::Make => "Make",
            _ => "",
        }
    }

    /// The commands, in the order of the menu.
    pub fn commands(self) -> impl Iterator<Item = &'static Command> {
        commands().filter(move |command| command.menu == self)
    }
}

/// Something that a person can ask of the page.
pub struct Command {
    /// The id of its button.
    pub id: &'static str,
    /// The name on its button and in the search.
    pub name: &'static str,
    /// An addition to the name, in tooltips, the help and the search.
    pub about: &'static str,
    /// Names of its keys as in `Chord::name`, several where keyboards differ: `event.key` after `Ctrl+`, which is
    /// Command on a Mac, and `Shift+`, the latter only with `Ctrl+` or where the key types no character.
    pub keys: &'static [&'static str],
    /// Keys as menus and the help show them.
    pub shown: &'static str,
    /// The path of its icon; empty for none.
    pub icon: &'static str,
    /// Where it has a button.
    pub menu: Menu,
    /// Whether it applies to what is shown. Tracks that.
    pub applies: fn(Page) -> bool,
    /// The thing on which it would act now, if that is worth saying; `None` if it always does the same. Tracks that.
    pub now: Option<fn(Page) -> Option<String>>,
    /// Whether it is in effect; `None` if it does not switch anything on. Tracks that.
    pub is_on: Option<fn(Page) -> bool>,
    act: fn(Page),
}

/// The defaults of the tables.
const COMMAND: Command = Command {
    id: "",
    name: "",
    about: "",
    keys: &[],
    shown: "",
    icon: "",
    menu: Menu::None,
    applies: |_| true,
    now: None,
    is_on: None,
    act: |_| (),
};

impl Command {
    pub fn act(&self, page: Page) {
        (self.act)(page);
    }

    pub fn by_id(id: &str) -> Option<&'static Self> {
        commands().find(|command| command.id == id)
    }

    /// The name with the keys and what else there is to say, for a tooltip.
    pub fn title(&self) -> String {
        let about = match self.about {
            "" => String::new(),
            about => format!(": {about}"),
        };
        match self.shown {
            "" => format!("{}{about}", self.name),
            keys => format!("{}{about} ({keys})", self.name),
        }
    }
}

/// All commands, in the order of the help.
pub fn commands() -> impl Iterator<Item = &'static Command> {
    [
        time::COMMANDS,
        picture::COMMANDS,
        analyse::COMMANDS,
        hand_on::COMMANDS,
        page::COMMANDS,
    ]
    .into_iter()
    .flatten()
}
