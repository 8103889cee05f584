//! Attributes of nodes, whose names are the same in all formats.

/// The attributes of a node, by their meaning for a network.
#[derive(Debug, Default)]
pub(super) struct Attributes {
    /// The label, which becomes the name.
    pub(super) label: Option<String>,
    x: Option<f64>,
    y: Option<f64>,
    pub(super) is_switch: bool,
    /// The name and the value of an attribute that may say that the node is a switch.
    pub(super) kind: Option<(String, String)>,
    pub(super) others: Vec<(String, String)>,
}

impl Attributes {
    /// Takes an attribute. The last one counts where two mean the same, but a name gives way to a
    /// label.
    pub(super) fn add(&mut self, name: &str, value: &str) {
        let value = value.trim();
        let number = || {
            value
                .parse::<f64>()
                .ok()
                .filter(|number| number.is_finite())
        };
        let is_read = match &*name.to_ascii_lowercase() {
            "label" if !value.is_empty() => {
                self.label = Some(on_one_line(value));
                true
            }
            "name" if !value.is_empty() && self.label.is_none() => {
                self.label = Some(on_one_line(value));
                true
            }
            "x" | "lon" | "longitude" => {
                self.x = number();
                self.x.is_some()
            }
            "y" => {
                self.y = number();
                self.y.is_some()
            }
            // North is up, but y grows downwards.
            "lat" | "latitude" => {
                self.y = number().map(|north| -north);
                self.y.is_some()
            }
            "pos" => self.add_position(value),
            "switch" | "is_switch" | "isswitch" => match &*value.to_ascii_lowercase() {
                "true" | "1" | "yes" => {
                    self.is_switch = true;
                    true
                }
                "false" | "0" | "no" => true,
                _ => false,
            },
            "type" | "role" | "kind" | "node_type" | "nodetype" | "device_type" | "category"
                if !value.is_empty() && !self.says_switch() =>
            {
                if let Some((name, value)) = self.kind.replace((name.to_owned(), value.to_owned()))
                {
                    self.others.push((name, value));
                }
                true
            }
            _ => false,
        };
        if !is_read {
            self.others.push((name.to_owned(), value.to_owned()));
        }
    }

    /// Takes a position given as `1.5,2`, where y grows upwards.
    fn add_position(&mut self, value: &str) -> bool {
        let numbers = value.split([',', ' ', '(', ')', '[', ']', '!']);
        let mut numbers = numbers.filter_map(|number| number.parse::<f64>().ok());
        let (Some(x), Some(up)) = (numbers.next(), numbers.next()) else {
            return false;
        };
        self.set_place(x, -up);
        true
    }

    /// Sets the position; y grows downwards.
    pub(super) fn set_place(&mut self, x: f64, y: f64) {
        (self.x, self.y) = (Some(x), Some(y));
    }

    /// The position, if it is complete.
    pub(super) fn place(&self) -> Option<[f64; 2]> {
        let place = [self.x?, self.y?];
        place.iter().all(|x| x.is_finite()).then_some(place)
    }

    fn says_switch(&self) -> bool {
        let kind = self.kind.as_ref();
        kind.is_some_and(|(_, value)| {
            matches!(&*value.to_ascii_lowercase(), "switch" | "router" | "sw")
        })
    }
}

pub(super) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
