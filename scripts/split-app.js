// Takes the page's program apart: what it needs to start stays in app_bg.wasm. What it needs only inside of
// `browser::rest::later`, and what it did not call when its start was watched (wasm/unused.js), goes to app_rest.wasm,
// which src/start/start.js fetches when somebody is about to need it.
//
// Both parts work on one memory and one table of functions. A function of the other part is called by its place in that
// table; where the rest has not come yet, a stand-in has it fetched and calls again.
const { execFileSync } = require('node:child_process');
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { ID, parse, write, number, signed, text, list, eachFunction } = require('./wasm/module.js');
const { late } = require('./wasm/reached.js');
const { readUnused } = require('./wasm/unused.js');

/** What source code marks as not needed at the start; the compiler has its name between lengths. */
const LATER = /4rest5later/;
/** The import by which a stand-in has the rest fetched. */
const NEED = /^__wbg_need_[0-9a-f]+$/;

const CALL = 0x10;
const CALL_INDIRECT = 0x11;
const [GET, CONST, END, UNREACHABLE] = [0x20, 0x41, 0x0b, 0x00];
const [OF_FUNCTION, OF_TABLE, OF_MEMORY, OF_GLOBAL] = [0, 1, 2, 3];

/** A function's body that calls the function at a place of the table with its own arguments, after `first`. */
function onward(type, params, slot, first = []) {
  const body = [0, ...first, ...params.flatMap((_, i) => [GET, ...number(i)])];
  return [...body, CONST, ...signed(slot), CALL_INDIRECT, ...number(type), 0, END];
}

const sized = (body) => [...number(body.length), ...body];

/** Neighbors as one: pairs of a place and a list of what stands there and after it. */
function runs(pairs) {
  const merged = [];
  for (const [at, items] of pairs.sort(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && last[0] + last[1].length === at) last[1].push(...items);
    else merged.push([at, [...items]]);
  }
  return merged;
}

/** The two parts of a program, from what was linked and what wasm-bindgen made of that. */
function split(linked, bound) {
  const isUnused = readUnused();
  const unneeded = late(linked, (name) => LATER.test(name) || isUnused(name));
  const module = parse(bound);
  const first = module.ofImports.length;
  const isNamedOnce = new Map();
  for (const name of module.names.values()) isNamedOnce.set(name, !isNamedOnce.has(name));
  const isLate = (index) => {
    const name = module.names.get(index);
    return index >= first && unneeded.functions.has(name) && isNamedOnce.get(name);
  };
  const typeOf = (index) => (index < first ? module.ofImports[index].type : module.ofTypes[index - first]);
  const bodyOf = (index) => module.codes[index - first];
  const all = module.codes.map((_, i) => first + i);
  const lateOnes = all.filter(isLate);
  const need = module.ofImports.findIndex(({ name }) => NEED.test(name));
  if (need < 0 || lateOnes.length === 0) throw new Error('the program has no part that may come later');

  // Places in the table: those there are, and new ones at its end.
  const slots = new Map();
  for (const { table, offset, functions } of module.elements) {
    if (table === 0) functions.forEach((index, i) => slots.set(index, slots.get(index) ?? offset + i));
  }
  let end = module.tables[0].least;
  const added = [];
  const slot = (index, isFilled) => {
    if (!slots.has(index)) {
      if (isFilled) added.push([end, index]);
      slots.set(index, end++);
    }
    return slots.get(index);
  };

  // The rest: its functions, and one for each of the others that they call.
  const [own, bodies, kinds] = [new Map(lateOnes.map((index, i) => [index, i])), [], []];
  const calls = [];
  for (const index of lateOnes) {
    const [body, parts] = [bodyOf(index), []];
    let from = 0;
    eachFunction(body, (start, callee, after) => {
      if (!own.has(callee)) {
        own.set(callee, lateOnes.length + calls.length);
        calls.push(callee);
      }
      parts.push(...body.subarray(from, start), ...number(own.get(callee)));
      from = after;
    });
    bodies.push([...parts, ...body.subarray(from)]);
    kinds.push(typeOf(index));
  }
  for (const index of calls) {
    const type = typeOf(index);
    bodies.push(onward(type, module.types[type].params, slot(index, true)));
    kinds.push(type);
  }

  // The start: late functions that somebody may call stand in for themselves.
  const wanted = new Set(slots.keys());
  for (const index of all.filter((index) => !isLate(index))) eachFunction(bodyOf(index), (_, callee) => wanted.add(callee));
  for (const { kind, index } of module.exports) if (kind === OF_FUNCTION) wanted.add(index);
  const codes = all.map((index) => {
    if (!isLate(index)) return [...bodyOf(index)];
    if (!wanted.has(index)) return [0, UNREACHABLE, END];
    const type = typeOf(index);
    return onward(type, module.types[type].params, slot(index, false), [CALL, ...number(need)]);
  });

  // What the rest finds in the start, in the order of its own numbers.
  const shared = [
    ...module.tables.map((table, i) => ({ kind: OF_TABLE, i, what: [table.kind, 0, 0] })),
    ...module.memories.map((_, i) => ({ kind: OF_MEMORY, i, what: [0, 0] })),
    ...module.globals.map((global, i) => ({ kind: OF_GLOBAL, i, what: [global.kind, global.isMutable] })),
  ].map((each) => ({ ...each, name: `rest_${each.kind}_${each.i}` }));

  // Only constants: data that changes stays.
  const constants = unneeded.constants.filter(({ segment }) => segment === 0);
  const zeroed = module.data.map(({ offset, bytes }) => {
    const copy = Buffer.from(bytes);
    for (const { address, size } of constants) {
      if (address >= offset && address + size <= offset + copy.length) copy.fill(0, address - offset, address - offset + size);
    }
    return [0, CONST, ...signed(offset), END, ...number(copy.length), ...copy];
  });
  const memoryAt = (address, size) => {
    const { offset, bytes } = module.data.find(({ offset, bytes }) => offset <= address && address + size <= offset + bytes.length);
    return [...bytes.subarray(address - offset, address - offset + size)];
  };

  const element = ([at, functions]) => [0, CONST, ...signed(at), END, ...list(functions.map(number))];
  const replaced = new Map([
    [ID.TABLE, list(module.tables.map((table, i) => [table.kind, table.flags, ...number(i ? table.least : end), ...(table.flags & 1 ? number(i ? table.most : Math.max(end, table.most)) : [])]))],
    [ID.EXPORT, list([
      ...module.exports.map(({ name, kind, index }) => [...text(name), kind, ...number(index)]),
      ...shared.map(({ name, kind, i }) => [...text(name), kind, ...number(i)]),
    ])],
    [ID.ELEMENT, list([
      ...module.elements.map((e) => (e.rest ? [e.flags, ...e.rest] : e.flags === 0 ? element([e.offset, e.functions]) : [2, ...number(e.table), CONST, ...signed(e.offset), END, 0, ...list(e.functions.map(number))])),
      ...runs(added.map(([at, index]) => [at, [index]])).map(element),
    ])],
    [ID.CODE, list(codes.map(sized))],
    [ID.DATA, list(zeroed)],
  ]);
  const kept = module.sections.filter(({ id, name }) => id !== ID.CUSTOM || name === 'target_features');
  const start = write(kept.map(({ id, body }) => [id, replaced.get(id) ?? body]));

  const placed = lateOnes.filter((index) => slots.has(index));
  const inEvery = module.elements.filter(({ table }) => table === 0);
  const places = inEvery.flatMap(({ offset, functions }) => functions.map((index, i) => [offset + i, index]));
  const also = placed.filter((index) => !places.some(([, other]) => other === index)).map((index) => [slots.get(index), index]);
  const filled = [...places, ...also].filter(([, index]) => isLate(index)).map(([at, index]) => [at, [own.get(index)]]);
  const texts = constants.map(({ address, size }) => [address, memoryAt(address, size)]);
  const features = module.sections.find(({ name }) => name === 'target_features');
  const rest = write([
    [ID.TYPE, module.sections.find(({ id }) => id === ID.TYPE).body],
    [ID.IMPORT, list(shared.map(({ name, kind, what }) => [...text('start'), ...text(name), kind, ...what]))],
    [ID.FUNCTION, list(kinds.map(number))],
    [ID.ELEMENT, list(runs(filled).map(element))],
    [ID.CODE, list(bodies.map(sized))],
    [ID.DATA, list(runs(texts).map(([at, bytes]) => [0, CONST, ...signed(at), END, ...number(bytes.length), ...bytes]))],
    ...(features ? [[ID.CUSTOM, features.body]] : []),
  ]);
  return { start, rest };
}

/** Makes a program smaller, with Binaryen. */
function optimize(file) {
  execFileSync('wasm-opt', ['-O3', '--strip-debug', '--remove-exports=*intounderlying*', file, '-o', file], { stdio: 'inherit' });
}

/** Splits the program in a folder that was linked to a file. */
function splitIn(folder, linked) {
  const app = join(folder, 'app_bg.wasm');
  const { start, rest } = split(readFileSync(linked), readFileSync(app));
  const other = join(folder, 'app_rest.wasm');
  writeFileSync(app, start);
  writeFileSync(other, rest);
  for (const file of [app, other]) optimize(file);
}

module.exports = { split, splitIn };
