//! The traffic of channels and injection channels, (2), (3) and (9), as far as it is
//! independent of the load.

use super::{System, Variant};
use crate::model::Part;

/// Means and rates for λ_g = 1.
#[derive(Debug)]
pub(super) struct Shares {
    /// p_1 … p_n.
    pub(super) hops: Vec<f64>,
    /// d̄.
    pub(super) distance: f64,
    /// ω̄.
    pub(super) copies: f64,
    /// λ_cu.
    pub(super) unicast: f64,
    /// λ_cb.
    pub(super) first: f64,
    /// λ_cr.
    pub(super) further: f64,
    /// λ_s.
    pub(super) source: f64,
    /// Weight of S̄_b in S̄_s; the remaining weight is that of S̄_u.
    pub(super) broadcast_in_source: f64,
}

impl Shares {
    pub(super) fn of(system: &System) -> Self {
        let n = system.dimension;
        let others = f64::from((1_u32 << n) - 1);
        let (dimension, beta) = (f64::from(n), system.broadcasts);
        let mut nodes_at = 1.0; // C(n,i)
        let hops = (1..=n).map(|i| {
            nodes_at *= f64::from(n + 1 - i) / f64::from(i);
            nodes_at / others // p_i (eq 5)
        });
        let hops: Vec<_> = hops.collect();
        let distance = dimension / 2.0 * (others + 1.0) / others; // d̄ (eq 6)
        let forwarding = (0..n).map(|i| f64::from(i) * f64::from(1_u32 << (n - i - 1)) / others);
        let copies = forwarding.sum(); // ω̄ (eq 10)
        let replicating = f64::from((1_u32 << (n - 1)) - 1) * beta; // λ_sr (eq 3)
        let (unicasts, broadcasts) = (1.0 - beta, beta); // λ_su, λ_sb
        let further = match system.variant {
            Variant::Printed => copies / dimension * replicating, // (3), eq 11
            Variant::FlowConserving => (others - dimension) * beta / dimension,
        };
        let source = unicasts / dimension + broadcasts + further; // λ_s (eq 26)
        let broadcast_in_source = match system.variant {
            Variant::Printed => (broadcasts + replicating) / (unicasts + broadcasts + replicating),
            Variant::FlowConserving => (broadcasts + further) / source,
        }; // eq 27
        Self {
            hops,
            distance,
            copies,
            unicast: unicasts * distance / dimension, // eq 7
            first: broadcasts,                        // eq 8
            further,
            source,
            broadcast_in_source,
        }
    }

    /// λ_c for λ_g = 1, (2).
    pub(super) fn channel(&self) -> f64 {
        self.unicast + self.first + self.further
    }

    pub(super) fn parts(&self, injection_rate: f64) -> Vec<Part> {
        let rate = |symbol: &str, meaning: &str, share: f64| {
            Part::new(symbol, meaning, "messages/cycle", share * injection_rate)
        };
        vec![
            Part::new("d̄", "mean hops of a unicast", "hops", self.distance),
            Part::new(
                "ω̄",
                "copies that an average node forwards",
                "messages",
                self.copies,
            ),
            rate("λ_cu", "unicasts over a channel", self.unicast),
            rate(
                "λ_cb",
                "first copies of broadcasts over a channel",
                self.first,
            ),
            rate("λ_cr", "forwarded copies over a channel", self.further),
            rate("λ_c", "messages over a channel", self.channel()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYSTEM: System = System {
        dimension: 6,
        length: 32,
        vcs: 2,
        broadcasts: 0.01,
        startup: 1,
        variant: Variant::FlowConserving,
    };

    #[test]
    fn a_broadcast_sends_as_many_messages_as_there_are_other_nodes() {
        for dimension in 1..=12 {
            let shares = Shares::of(&System {
                dimension,
                ..SYSTEM
            });
            let per_node = f64::from(dimension) * (shares.first + shares.further);
            let others = f64::from((1_u32 << dimension) - 1);
            assert!((per_node - 0.01 * others).abs() < 1e-9);
        }
    }

    #[test]
    fn the_printed_rate_counts_about_half_of_the_forwarded_copies() {
        let of = |variant| Shares::of(&System { variant, ..SYSTEM }).further;
        let share = of(Variant::Printed) / of(Variant::FlowConserving);
        assert!((0.49..0.51).contains(&share), "{share}");
    }
}
