//! Properties of everything that is registered: networks, routing, multicast, traffic, models.

#![cfg(not(target_arch = "wasm32"))]

mod common;

mod laws {
    mod catalog;
    mod layers;

    mod disjoint;
    mod graphs;
    mod topology;

    mod deadlock;
    mod deadlock_analysis;
    mod deadlock_overload;
    mod delivery;
    mod detours;
    mod faults;
    mod pairs;
    mod routing;
    mod scripts;

    mod multicast;

    mod chances;
    mod traffic;
    mod worst_case;

    mod model;

    mod lessons;
}
