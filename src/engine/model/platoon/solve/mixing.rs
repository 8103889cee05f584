//! Anderson mixing: the next iterate of a fixed-point iteration.
//!
//! Of the last steps, it takes the combination whose changes cancel best (D. G. Anderson, J. ACM
//! 12(4), 1965), so that it needs few steps where plain ones swing or creep.

/// The values and changes of the last steps.
#[derive(Debug)]
pub(super) struct Mixing {
    /// The unit in which a change of each value is measured.
    units: Vec<f64>,
    /// Values halfway through the last step, and by how many units it has changed them.
    last: Option<[Vec<f64>; 2]>,
    /// Differences of both between successive steps.
    differences: Vec<[Vec<f64>; 2]>,
    /// Inner products of the differences of changes.
    products: Vec<Vec<f64>>,
}

/// The number of differences that are mixed.
const DEPTH: usize = 8;

impl Mixing {
    pub(super) fn new(units: Vec<f64>) -> Self {
        Self {
            units,
            last: None,
            differences: Vec::new(),
            products: Vec::new(),
        }
    }

    /// The values from which to go on, given those before and after a step.
    pub(super) fn next(&mut self, before: &[f64], after: &[f64]) -> Vec<f64> {
        let steps = before.iter().zip(after).zip(&self.units);
        let changes: Vec<f64> = steps.map(|((from, to), unit)| (to - from) / unit).collect();
        // Whole steps overshoot where many worms wait.
        let pairs = before.iter().zip(after);
        let halfway: Vec<f64> = pairs.map(|(from, to)| f64::midpoint(*from, *to)).collect();
        if let Some([last_halfway, last_changes]) = &self.last {
            let difference = [minus(&halfway, last_halfway), minus(&changes, last_changes)];
            self.keep(difference);
        }
        let mut next = halfway.clone();
        for (weight, [values, _]) in self.weights(&changes).iter().zip(&self.differences) {
            for (next, value) in next.iter_mut().zip(values) {
                *next -= weight * value;
            }
        }
        self.last = Some([halfway, changes]);
        next
    }

    fn keep(&mut self, difference: [Vec<f64>; 2]) {
        if self.differences.len() == DEPTH {
            self.differences.remove(0);
            self.products.remove(0);
            for row in &mut self.products {
                row.remove(0);
            }
        }
        self.differences.push(difference);
        self.products.push(Vec::new());
        let newest = self.differences.len() - 1;
        for place in 0..=newest {
            let product = dot(&self.differences[place][1], &self.differences[newest][1]);
            self.products[newest].push(product);
            if place < newest {
                self.products[place].push(product);
            }
        }
    }

    /// The weights of the differences whose sum is closest to the changes of the last step.
    fn weights(&self, changes: &[f64]) -> Vec<f64> {
        let rows = self.products.iter().zip(&self.differences);
        let system = rows.enumerate().map(|(place, (products, [_, of]))| {
            let mut row = products.clone();
            // Differences that are nearly dependent must not get huge weights.
            row[place] *= 1.0 + 1e-10;
            row.push(dot(of, changes));
            row
        });
        solved(system.collect())
    }
}

fn minus(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The solution of a positive definite system of equations by elimination; zero where it has none.
fn solved(mut system: Vec<Vec<f64>>) -> Vec<f64> {
    let all = system.len();
    for i in 0..all {
        let pivot = system[i].clone();
        if pivot[i] <= 0.0 {
            return vec![0.0; all];
        }
        for row in &mut system[i + 1..] {
            let share = row[i] / pivot[i];
            for (entry, of_pivot) in row.iter_mut().zip(&pivot) {
                *entry -= share * of_pivot;
            }
        }
    }
    let mut found = vec![0.0; all];
    for i in (0..all).rev() {
        let known: f64 = (i + 1..all).map(|j| system[i][j] * found[j]).sum();
        found[i] = (system[i][all] - known) / system[i][i];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plain steps of this swing apart: the largest factor is -1.5.
    #[test]
    fn a_linear_iteration_ends_after_as_many_steps_as_it_has_values() {
        let step = |values: &[f64]| {
            let factors = [-1.5, 0.9, 0.5];
            let all = values.iter().zip(factors);
            all.map(|(value, factor)| 1.0 + factor * value).collect()
        };
        let mut mixing = Mixing::new(vec![1.0, 2.0, 0.5]);
        let mut values = vec![0.0; 3];
        for _ in 0..5 {
            let after: Vec<f64> = step(&values);
            values = mixing.next(&values, &after);
        }
        for (value, found) in [0.4, 10.0, 2.0].into_iter().zip(&values) {
            assert!((value - found).abs() < 1e-6, "{values:?}");
        }
    }
}
