// What the page and its workers send each other, as src/wire encodes it: a version, then postcard. Only what tests need.

const VERSION = 4;
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

const float = (value) => [...new Uint8Array(new Float64Array([value]).buffer)];

/** A task of the simulating worker about a scenario, given as a link. */
function task(run, link, question) {
  const noTable = [0];
  return new Uint8Array([...varint(VERSION), ...varint(run), ...string(link), ...noTable, ...question]);
}

/** Of a question: all replications, not one of them. */
const WHOLE = 0;

/** A task of the simulating worker: a load of a scenario, as a point of a curve. */
export function curveTask(run, link, load) {
  const point = 0;
  return task(run, link, [point, ...float(load), ...string(''), WHOLE]);
}

/** A task of the simulating worker: a scenario exactly as given. */
export function jobTask(run, link) {
  const [job, number] = [1, 0];
  return task(run, link, [job, number, WHOLE]);
}

/** The kinds of events of the simulating worker that tests know. */
export const EVENTS = { ready: 0, point: 3, report: 4, done: 8, failed: 9 };

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
    ([task, times, events]) =>
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
          // Behind the version and the number of the run, which is below 128 here.
          const kind = data[1] ? data[3] : data[2];
          if (kind === events.ready) ask();
          if (kind === events.point || kind === events.report) durations.push(performance.now() - begin);
          if (kind === events.failed || durations.length === times) {
            flitscope.release(worker);
            done([[...data], durations]);
          } else if (kind === events.done) ask();
        };
      }),
    [[...task], times, EVENTS],
  );
  const { report, reason } = answer(said);
  if (reason) throw new Error(reason);
  return { report, durations };
}

/** The report of a point or a job, or the reason of a failure. */
function answer(bytes) {
  const reader = new Reader(bytes);
  reader.varint();
  if (reader.varint() === 1) reader.varint();
  const kind = reader.varint();
  if (kind === EVENTS.point) {
    reader.skip(8);
    reader.varint();
    reader.string();
    return { report: JSON.parse(reader.string()) };
  }
  if (kind === EVENTS.report) {
    reader.varint();
    return { report: JSON.parse(reader.string()) };
  }
  return { reason: reader.string() };
}

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  varint() {
    let [number, weight, byte] = [0, 1];
    do {
      byte = this.bytes[this.at++];
      number += (byte & 127) * weight;
      weight *= 128;
    } while (byte > 127);
    return number;
  }

  skip(count) {
    this.at += count;
  }

  string() {
    const length = this.varint();
    this.skip(length);
    return new TextDecoder().decode(Uint8Array.from(this.bytes).slice(this.at - length, this.at));
  }
}
