// What the page and its workers send each other, as src/wire encodes it: a version, then postcard. Only what tests need.

const VERSION = 5;
const text = new TextEncoder();

function varint(number) {
  const bytes = [];
  for (; number > 127; number = Math.floor(number / 128)) bytes.push((number % 128) + 128);
  return [...bytes, number];
}

const string = (value) => {
  const bytes = text.encode(value);
  return [...varint(bytes.length), ...bytes];
};

/** A task of the simulating worker about a scenario, given as a link: to simulate exactly that. */
export function simulation(link) {
  const [noTable, isOnCurve, whole] = [0, 0, 0];
  const question = [...varint(VERSION), isOnCurve, whole];
  const sent = [...string(link), noTable, ...string('simulation'), ...varint(question.length), ...question];
  return new Uint8Array([...varint(VERSION), ...sent]);
}

/** The kinds of messages of the simulating worker. */
export const MESSAGES = { ready: 0, progress: 1, answer: 2, failed: 3 };

/** The kinds of messages of the lesson program that tests know. */
const [READY, EXAMINED] = [0, 17];

/** A request to the lesson program to compile and examine a script. */
export function examination(script, network, vcs) {
  const [kind, number] = [17, 1];
  return new Uint8Array([...varint(VERSION), kind, number, ...string(script), ...string(network), vcs]);
}

/** Gives one of the page's lesson workers the same examination several times; returns how long each took [ms]. */
export function examine(page, examination, times) {
  return page.evaluate(
    ([examination, times, ready, examined]) =>
      new Promise((done, failed) => {
        const durations = [];
        const worker = flitscope.worker('lesson');
        let begin;
        const ask = () => {
          begin = performance.now();
          worker.postMessage(new Uint8Array(examination));
        };
        worker.onerror = failed;
        worker.onmessage = ({ data }) => {
          if (typeof data === 'string') return failed(new Error(data));
          if (data[1] === examined) durations.push(performance.now() - begin);
          else if (data[1] !== ready) return failed(new Error(`a reply of kind ${data[1]}`));
          if (durations.length === times) {
            flitscope.release(worker);
            done(durations);
          } else ask();
        };
      }),
    [[...examination], times, READY, EXAMINED],
  );
}

/**
 * Gives one of the page's simulating workers the same task several times; returns the last report, and how long each took
 * [ms].
 */
export async function askWorker(page, task, times = 1) {
  const [said, durations] = await page.evaluate(
    ([task, times, messages]) =>
      new Promise((done, failed) => {
        const durations = [];
        const worker = flitscope.worker('worker');
        let begin;
        const ask = () => {
          begin = performance.now();
          worker.postMessage(new Uint8Array(task));
        };
        worker.onerror = failed;
        worker.onmessage = ({ data }) => {
          if (typeof data === 'string') return failed(new Error(data));
          // Behind the version.
          const kind = data[1];
          if (kind === messages.answer) durations.push(performance.now() - begin);
          if (kind === messages.failed || durations.length === times) {
            flitscope.release(worker);
            done([[...data], durations]);
          } else if (kind !== messages.progress) ask();
        };
      }),
    [[...task], times, MESSAGES],
  );
  return { report: reportIn(said), durations };
}

/** The report in an answer; throws the reason of a failure. */
function reportIn(bytes) {
  const reader = new Reader(bytes);
  reader.integer();
  if (reader.integer() === MESSAGES.failed) throw new Error(reader.string());
  const [length, version, report] = [reader.integer(), reader.integer(), reader.integer()];
  if (length < 2 || version !== VERSION || report !== 0) throw new Error('not a report');
  return read(reader, REPORT);
}

// The fields of a report that tests need and those before them, in order. A type is the name of a method of the reader,
// an object of fields, or a function of a reader.
const option = (type) => (reader) => (reader.integer() ? read(reader, type) : null);
const list = (type) => (reader) => Array.from({ length: reader.integer() }, () => read(reader, type));
const ESTIMATE = { mean: option('float'), ci95: option('float'), batches: 'integer', correlation: option('float'), trusted: 'bool' };
const REPORT = {
  load: 'float',
  measures: {
    latency: ESTIMATE,
    network_latency: ESTIMATE,
    unicast_latency: option(ESTIMATE),
    multicast_latency: option(ESTIMATE),
    round_trip: option(ESTIMATE),
    so_far: option({ latency: option('float'), unicast_latency: option('float'), multicast_latency: option('float') }),
    arrival_spread: option('float'),
    worms: option('float'),
    channels: option('float'),
    startups: option('float'),
    channel_load: option({ mean: 'float', max: 'float', by_dimension: list('float'), histogram: list('integer') }),
    hops: option('float'),
    offered: 'float',
    accepted: 'float',
    messages: 'integer',
    undeliverable: 'integer',
    escape_share: option('float'),
    cycles: 'integer',
    started: 'integer',
    settled: option('bool'),
    settled_at: option('integer'),
    precision: option('float'),
    precision_reached: option('bool'),
    overrun: option('integer'),
    saturated_at: option('integer'),
    replications: 'integer',
    flit_hops: 'integer',
    digest: 'string',
  },
  links: option({ rate: 'float', utilization: { mean: 'float', max: 'float' }, delay: ESTIMATE, queue: option('float') }),
  dimension_rates: list('float'),
  state: 'integer',
  saturated: 'bool',
  deadlocked: 'bool',
};

function read(reader, type) {
  if (typeof type === 'string') return reader[type]();
  if (typeof type === 'function') return type(reader);
  return Object.fromEntries(Object.entries(type).map(([name, of]) => [name, read(reader, of)]));
}

class Reader {
  constructor(bytes) {
    this.bytes = Uint8Array.from(bytes);
    this.at = 0;
  }

  integer() {
    let [number, weight, byte] = [0, 1];
    do {
      byte = this.bytes[this.at++];
      number += (byte & 127) * weight;
      weight *= 128;
    } while (byte > 127);
    return number;
  }

  bool() {
    return this.integer() === 1;
  }

  float() {
    this.at += 8;
    return new DataView(this.bytes.buffer).getFloat64(this.at - 8, true);
  }

  string() {
    const length = this.integer();
    this.at += length;
    return new TextDecoder().decode(this.bytes.slice(this.at - length, this.at));
  }
}
