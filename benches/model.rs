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
