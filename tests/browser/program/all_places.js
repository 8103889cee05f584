/** An address of every place of the page, and an element that is visible once it is shown. */
export const PLACES = [
  ['#/', '#send-one'],
  ['#/lab?t=mesh:4x4&vc=1&M=8&heat=1&show=multicast&md=3&mc=dual-path&c=30', '.arrivals'],
  ['#/lab?t=torus-uni:4&vc=1&M=8&msg=0:0>2&view=spacetime&c=5', '.picture .veil'],
  ['#/lab?t=mesh:4x4&vc=1&M=8&view=script&c=0', '#script'],
  ['#/lessons', '.lesson-card'],
  ['#/lessons/deadlock-in-a-ring/2', '.lesson-step h2'],
  ['#/lessons/deadlock-in-a-ring/sheet', '.worksheet'],
  ['#/papers/ciciani', '.equations .formula'],
  ['#/laboratory?m=queue&from=0.1&to=0.8', '#simulate'],
];

/** The address of a curve that is soon measured: short runs of few nodes. */
export const CURVE = '#/lab?t=hypercube:3&vc=1&M=4&warm=400&run=2000&view=curve&c=0';
