//! Aboelaze & Houstis: counts of paths in the folded hypercube.

/// λ_ordinary, as [`shared`] defines it.
pub(super) fn ordinary_on_any_path(n: f64) -> f64 {
    shared(n as u32)[0]
}

/// λ_c, as [`shared`] defines it.
pub(super) fn complement_on_any_path(n: f64) -> f64 {
    shared(n as u32)[1]
}

/// λ_ordinary and λ_c if all shortest paths are taken equally often.
///
/// Half of the shortest paths between nodes that differ in (N + 1)/2 bits take the complement link;
/// between other nodes, all or none do.
fn shared(n: u32) -> [f64; 2] {
    let others = f64::from((1_u32 << n) - 1);
    let (mut hops, mut folds) = (0.0, 0.0);
    for differing in 1..=n {
        let nodes = choose(n, differing);
        let folded = n + 1 - differing;
        hops += nodes * f64::from(differing.min(folded));
        folds += nodes
            * match differing.cmp(&folded) {
                std::cmp::Ordering::Less => 0.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 1.0,
            };
    }
    [(hops - folds) / (others * f64::from(n)), folds / others]
}

/// The binomial coefficient: the number of subsets with `of` of `n` elements.
fn choose(n: u32, of: u32) -> f64 {
    (0..of).fold(1.0, |product, i| {
        product * f64::from(n - i) / f64::from(i + 1)
    })
}
