// What a program needs from its start on, and what only when somebody asks for certain parts of it: by the relocations
// that the linker leaves (`--emit-relocs`), which tell which function or constant names which other.
const { Reader, ID, parse } = require('./module.js');

const SYMBOLS = 8;
const [FUNCTION, DATA] = [0, 1];
/** Relocations with something to add to an address. */
const ADDED = new Set([3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 23, 25]);

/** The symbols of a linked module: what each is, and where. */
function symbols(module) {
  const section = module.sections.find(({ name }) => name === 'linking');
  if (!section) throw new Error('the program was linked without --emit-relocs');
  const r = new Reader(section.body, section.start);
  r.number();
  while (r.at < r.bytes.length) {
    const [kind, size] = [r.byte(), r.number()];
    const inner = new Reader(r.take(size));
    if (kind !== SYMBOLS) continue;
    return inner.list((s) => {
      const [kind, flags] = [s.byte(), s.number()];
      const isUndefined = flags & 0x10;
      if (kind === DATA) {
        const symbol = { kind, name: s.text() };
        return isUndefined ? symbol : { ...symbol, segment: s.number(), offset: s.number(), size: s.number() };
      }
      const symbol = { kind, index: s.number() };
      if (kind !== 3 && (!isUndefined || flags & 0x40)) s.text();
      return symbol;
    });
  }
  return [];
}

/** The relocations of a section: place, and the symbol that stands there. */
function relocations(module, name) {
  const section = module.sections.find((section) => section.name === name);
  if (!section) return [];
  const r = new Reader(section.body, section.start);
  r.number();
  return r.list((entry) => {
    const [kind, place, symbol] = [entry.byte(), entry.number(), entry.number()];
    if (ADDED.has(kind)) entry.signed();
    // Types and sections are no symbols.
    return { place, symbol: kind === 6 || kind === 9 ? undefined : symbol };
  });
}

/** Where things of a section begin, so that a place in it can be told which it is in. */
class Places {
  constructor(ranges) {
    this.ranges = ranges.filter(({ size }) => size > 0).sort((a, b) => a.start - b.start || b.size - a.size);
  }

  at(place) {
    let [low, high] = [0, this.ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ranges[middle].start <= place) low = middle + 1;
      else high = middle;
    }
    const found = this.ranges[low - 1];
    return found && place < found.start + found.size ? found.node : undefined;
  }
}

/**
 * The functions (by name) and constants (address and size) of a linked program that nothing needs but functions whose
 * names are `isLate`.
 */
function late(bytes, isLate) {
  const module = parse(bytes);
  const all = symbols(module);
  const first = module.ofImports.length;
  const node = (symbol) => {
    if (!symbol) return undefined;
    if (symbol.kind === FUNCTION) return `f${symbol.index}`;
    return symbol.kind === DATA && symbol.size !== undefined ? `d${symbol.segment}:${symbol.offset}` : undefined;
  };
  // Places count from the beginning of a section's content.
  const code = module.sections.find(({ id }) => id === ID.CODE).body;
  const functions = module.codes.map((body, i) => ({
    node: `f${first + i}`,
    start: body.byteOffset - code.byteOffset,
    size: body.length,
  }));
  const data = module.sections.find(({ id }) => id === ID.DATA).body;
  const segments = module.data.map(({ bytes }) => bytes.byteOffset - data.byteOffset);
  const constants = new Map();
  for (const symbol of all) {
    const name = node(symbol);
    if (symbol.kind !== DATA || !name) continue;
    const known = constants.get(name);
    if (!known || known.size < symbol.size) constants.set(name, symbol);
  }
  const places = [...constants].map(([node, { segment, offset, size }]) => ({ node, start: segments[segment] + offset, size }));
  const edges = new Map();
  const needed = [];
  const note = (from, to) => {
    if (!to) return;
    if (from === undefined) needed.push(to);
    else if (edges.has(from)) edges.get(from).push(to);
    else edges.set(from, [to]);
  };
  for (const [name, within] of [['reloc.CODE', new Places(functions)], ['reloc.DATA', new Places(places)]]) {
    for (const { place, symbol } of relocations(module, name)) {
      if (symbol !== undefined) note(within.at(place), node(all[symbol]));
    }
  }
  needed.push(...module.exports.filter(({ kind }) => kind === 0).map(({ index }) => `f${index}`));
  const stops = new Set(functions.map(({ node }) => node).filter((node) => isLate(module.names.get(Number(node.slice(1))) ?? '')));
  const reached = new Set();
  while (needed.length) {
    const node = needed.pop();
    if (reached.has(node) || stops.has(node)) continue;
    reached.add(node);
    needed.push(...(edges.get(node) ?? []));
  }
  // Constants may overlap: those that share a byte with one that is needed are, too.
  const isReached = (node) => reached.has(node);
  const named = functions.filter(({ node }) => !isReached(node)).map(({ node }) => module.names.get(Number(node.slice(1))));
  const kept = new Places(places.filter(({ node }) => isReached(node)));
  const free = places.filter(({ node, start, size }) => {
    if (isReached(node)) return false;
    for (let place = start; place < start + size; place += 1) if (kept.at(place)) return false;
    return true;
  });
  const constantsOf = free.map(({ node, size }) => {
    const { segment, offset } = constants.get(node);
    return { address: module.data[segment].offset + offset, size, segment };
  });
  return { functions: new Set(named), constants: constantsOf, module };
}

module.exports = { late };
