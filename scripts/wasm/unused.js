// Functions that the page has and did not call when its start was watched: `npm --prefix tests/browser run watch-start`
// writes them down after a release build. A list that is out of date costs bytes or a request, and is never wrong: what it
// does not know stays where it is, and what it names is fetched where it is needed all the same.
const { createHash } = require('node:crypto');
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { ID, Reader, parse, write, number, text, list } = require('./module.js');

const LIST = join(__dirname, 'unused.txt');

/**
 * A function's name without what the versions of compiler and packages add to it, in few letters. Closures are numbered, and
 * with every change of a view some have another number: those of one function have one name here, and what is made of them.
 */
function key(name) {
  const lasting = name.replace(/Cs[0-9A-Za-z]*_/g, 'C').replace(/\.llvm\.\d+$/, '').replace(/s[0-9A-Za-z]*_0/g, '0');
  return createHash('sha256').update(lasting).digest('base64url').slice(0, 8);
}

/** Tells of a function's name whether the list has it. */
function readUnused() {
  const keys = new Set(readFileSync(LIST, 'utf8').split('\n'));
  return (name) => keys.has(key(name));
}

/** Writes the list: of several functions of one name, none of which was called. */
function writeUnused(functions) {
  const called = new Set(functions.filter(({ isCalled }) => isCalled).map(({ name }) => key(name)));
  const unused = new Set(functions.map(({ name }) => key(name)).filter((each) => !called.has(each)));
  writeFileSync(LIST, [...unused].sort().join('\n').concat('\n'));
  return unused.size;
}

/** A program that notes which of its functions are called, in globals that it exports under `prefix` and their numbers. */
function watched(bytes, prefix) {
  const module = parse(bytes);
  const own = module.globals.length;
  const codes = module.codes.map((body, i) => {
    const r = new Reader(body);
    r.list((local) => [local.number(), local.byte()]);
    const noted = [...body.subarray(0, r.at), 0x41, 1, 0x24, ...number(own + i), ...body.subarray(r.at)];
    return [...number(noted.length), ...noted];
  });
  const replaced = new Map([
    [ID.CODE, list(codes)],
    [ID.GLOBAL, list([
      ...module.globals.map(({ kind, isMutable, init }) => [kind, isMutable, ...init]),
      ...codes.map(() => [0x7f, 1, 0x41, 0, 0x0b]),
    ])],
    [ID.EXPORT, list([
      ...module.exports.map(({ name, kind, index }) => [...text(name), kind, ...number(index)]),
      ...codes.map((_, i) => [...text(`${prefix}${i}`), 3, ...number(own + i)]),
    ])],
  ]);
  const kept = module.sections.filter(({ id, name }) => id !== ID.CUSTOM || name === 'target_features');
  return {
    program: write(kept.map(({ id, body }) => [id, replaced.get(id) ?? body])),
    names: codes.map((_, i) => module.names.get(module.ofImports.length + i) ?? ''),
  };
}

module.exports = { readUnused, writeUnused, watched };
