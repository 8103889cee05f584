//! Queries about measurements under random traffic and predictions of models.

use std::rc::Rc;

use rhai::Dynamic;

use super::{Group, Load, Own, Run, give, query, value};
use crate::error::LessonError;
use engine::model::Model;
use study::script;

/// The name of the group.
pub(crate) const MEASURED: &str = "Measured and predicted";

pub(super) const GROUP: Group = Group {
    name: MEASURED,
    queries: &[
        query(
            "load()",
            "λ, messages that a node generates in a cycle, on average.",
            Run(|run| value(run.load())),
        ),
        query(
            "mean_latency()",
            "The mean latency that a simulation measures [cycles]; `mean_latency(0.01)` at another load.",
            Load(|run, load| {
                let report = run.measure(load)?;
                let mean = report.measures.latency.mean.filter(|_| !report.saturated);
                value(mean)
            }),
        ),
        query(
            "network_latency()",
            "The mean time from reaching the head of its queue to arrival, of a message [cycles]; `network_latency(0.01)` at another load.",
            Load(|run, load| {
                let mean = run.measure(load)?.measures.network_latency.mean;
                value(mean)
            }),
        ),
        query(
            "throughput()",
            "Accepted load [flits/node/cycle]; `throughput(0.01)` at another load.",
            Load(|run, load| value(run.throughput(load)?)),
        ),
        query(
            "escape_share()",
            "The fraction of hops on which headers took an escape channel; `escape_share(0.01)` at another load.",
            Load(|run, load| {
                let share = run.measure(load)?.measures.escape_share;
                value(share)
            }),
        ),
        query(
            "saturated()",
            "Whether queues grow without end; `saturated(0.01)` at another load.",
            Load(|run, load| value(run.measure(load)?.saturated)),
        ),
        query(
            "saturation()",
            "The highest load [messages/node/cycle] at which the simulation still settles.",
            Run(|run| value(run.saturation()?)),
        ),
        query(
            "mean_backlog()",
            "Messages between generation and arrival, on average over 20,000 cycles.",
            Run(|run| value(run.mean_backlog()?)),
        ),
        query(
            "model(\"ciciani-hypercube\").latency(0.002)",
            "What a model predicts for the scene: `latency(load)` [cycles], `saturation` and `zero_load`.",
            Own(|registrar, name| {
                registrar
                    .engine
                    .register_type_with_name::<Predicting>("model")
                    .register_fn("latency", Predicting::latency)
                    .register_get("saturation", |model: &mut Predicting| {
                        model.0.saturation_rate()
                    })
                    .register_get("zero_load", |model: &mut Predicting| model.0.zero_load());
                let run = registrar.run();
                registrar.engine.register_fn(name, move |id: &str| {
                    give(
                        run()
                            .theory(id)
                            .map(|theory| Dynamic::from(Predicting(theory.model().into()))),
                    )
                });
            }),
        ),
    ],
};

/// A model as a value of the language.
#[derive(Debug, Clone)]
struct Predicting(Rc<dyn Model>);

impl Predicting {
    fn latency(&mut self, load: f64) -> script::Given<Dynamic> {
        if !(0.0..=1.0).contains(&load) {
            let given = load.to_string();
            return give(Err::<f64, _>(LessonError::rejected(
                "load",
                "from 0 to 1",
                &given,
            )));
        }
        let predicted = self.0.predict(load);
        let latency = predicted.latency().map(|latency| latency.total);
        Ok(latency.map_or(Dynamic::UNIT, Into::into))
    }
}
