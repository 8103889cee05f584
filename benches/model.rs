//! The cost of a model: one load, a curve as the page plots it, and its saturation rate.

#[cfg(not(target_arch = "wasm32"))]
mod host {
    use divan::{Bencher, black_box};
    use flitscope::catalog::Settings;
    use flitscope::model::{FAMILIES, Model};

    const POINTS: u32 = 200;

    #[divan::bench(args = ids())]
    fn point(bencher: Bencher, id: &str) {
        let model = default_model(id);
        let rate = model.saturation_rate() / 2.0;
        bencher.bench(|| model.predict(black_box(rate)));
    }

    #[divan::bench(args = ids())]
    fn curve(bencher: Bencher, id: &str) {
        let model = default_model(id);
        let limit = model.saturation_rate();
        bencher.bench(|| {
            (0..POINTS)
                .map(|step| limit * f64::from(step) / f64::from(POINTS))
                .map(|rate| model.predict(black_box(rate)))
                .collect::<Vec<_>>()
        });
    }

    #[divan::bench(args = ids())]
    fn saturation(bencher: Bencher, id: &str) {
        let model = default_model(id);
        bencher.bench(|| black_box(&model).saturation_rate());
    }

    /// The model that counts flows: a curve on larger networks.
    #[divan::bench(args = NETWORKS, sample_count = 10)]
    fn curve_on(bencher: Bencher, network: &str) {
        let model = model_on(network);
        let limit = model.saturation_rate();
        bencher.bench(|| {
            (0..POINTS)
                .map(|step| limit * f64::from(step) / f64::from(POINTS))
                .map(|rate| model.predict(black_box(rate)))
                .collect::<Vec<_>>()
        });
    }

    /// Counting the flows of these networks.
    #[divan::bench(args = NETWORKS, sample_count = 10)]
    fn build_on(bencher: Bencher, network: &str) {
        bencher.bench(|| model_on(black_box(network)));
    }

    const NETWORKS: &[&str] = &["hypercube:10", "mesh:8x8", "mesh:16x16", "torus:8x8"];

    fn model_on(network: &str) -> Box<dyn Model> {
        let id = if network.starts_with("torus") {
            "platoon-dateline"
        } else {
            "platoon"
        };
        let settings = Settings::default().with("network", network);
        flitscope::model::from_id(id, &settings).expect("there is one path")
    }

    fn ids() -> impl Iterator<Item = &'static str> {
        FAMILIES.iter().map(|family| family.entry.id)
    }

    fn default_model(id: &str) -> Box<dyn Model> {
        flitscope::model::from_id(id, &Settings::default()).expect("defaults are in range")
    }
}

fn main() {
    #[cfg(not(target_arch = "wasm32"))]
    divan::main();
}
