use flitscope::routing::{self, dependency::Graph};
use flitscope::topology::{self, Network};
#[test]
fn t() {
    for (spec, id, v) in [
        ("hypercube:10", "duato", 4),
        ("torus:32x32", "duato", 3),
        ("mesh:32x32", "duato", 2),
        ("torus:32x32", "dimension-order", 2),
        ("torus:32x32", "dimension-order", 1),
        ("hypercube:10", "unrestricted", 4),
        ("torus:64x64", "dimension-order", 2),
        ("torus:64x64", "unrestricted", 2),
        ("hypercube:12", "unrestricted", 1),
        ("torus:32x32", "valiant", 4),
        ("folded-hypercube:10", "duato", 2),
        ("torus:4096", "dimension-order", 1),
        ("mesh-hypercube:8x128", "mh-hybrid", 2),
        ("torus:1024", "dimension-order", 1),
    ] {
        let topology = topology::from_spec(spec).unwrap();
        let network = Network::new(&*topology);
        let routing = match routing::from_id(id, &*topology, v) {
            Ok(r) => r,
            Err(e) => {
                println!("{e}");
                continue;
            }
        };
        let t = std::time::Instant::now();
        let g = match Graph::of(&network, &*routing, v) {
            Ok(g) => g,
            Err(e) => {
                println!("{e}");
                continue;
            }
        };
        let a = t.elapsed();
        let an = g.analyze();
        println!(
            "{spec} {id} V={v}: {a:?} + {:?}: {} lanes {} deps cycle {:?} esc {:?} free {}",
            t.elapsed() - a,
            an.lanes,
            an.dependencies,
            an.cycle.as_ref().map(Vec::len),
            an.escape
                .as_ref()
                .map(|e| (e.direct, e.indirect, e.is_connected, e.cycle.is_some())),
            an.is_deadlock_free()
        );
    }
}
