//! Example experiments.

#[derive(Debug, Clone, Copy)]
pub struct Preset {
    pub title: &'static str,
    /// The part of its link after the question mark.
    pub query: &'static str,
    /// A description of the plot, in a sentence.
    pub caption: &'static str,
}

/// All presets, in the order of the menu; the laboratory opens with the first.
pub const PRESETS: &[Preset] = &[
    Preset {
        title: "Hypercube: three sizes",
        query: "m=ciciani-hypercube:n=6,length=32&m=ciciani-hypercube:n=8,length=32\
                &m=ciciani-hypercube:n=10,length=32",
        caption: "The same messages in networks of 64, 256 and 1024 nodes: latency against load, \
                  up to where each saturates.",
    },
    Preset {
        title: "Hypercube: model over n",
        query: "x=n&from=2&to=12&share=0.5&m=ciciani-hypercube:length=32\
                &m=ciciani-hypercube:length=128",
        caption: "Latency at half of the saturation load as the network doubles: for long messages \
                  distance hardly matters.",
    },
    Preset {
        title: "Printed against flow-conserving",
        query: "m=shahrabi-broadcast:n=6,length=32,variant=printed\
                &m=shahrabi-broadcast:n=6,length=32,variant=flow-conserving",
        caption: "The broadcast model as printed does not count all copies; the corrected one \
                  saturates earlier.",
    },
    Preset {
        title: "Shapes of 1000 nodes",
        query: "log=x&m=ciciani-torus-uni:k=10x10x10,length=25\
                &m=ciciani-torus-uni:k=32x32,length=25&m=ciciani-hypercube:n=10,length=25",
        caption: "About a thousand nodes as a cube of rings, a square of rings and a hypercube: \
                  more dimensions, more channels, more load.",
    },
    Preset {
        title: "Virtual channels 2 to 8",
        query: "m=shahrabi-broadcast:n=6,vcs=2&m=shahrabi-broadcast:n=6,vcs=4\
                &m=shahrabi-broadcast:n=6,vcs=8",
        caption: "How far more virtual channels raise the saturation load, and how they affect the \
                  latency below it.",
    },
    Preset {
        title: "M/D/1, M/M/1, M/G/1",
        query: "m=queue:kind=md1,scv=0&m=queue:kind=mm1,scv=1&m=queue:kind=mg1,scv=4",
        caption: "One queue with the same mean service time: the more it varies, the longer the \
                  wait.",
    },
];
