// Reads and writes WebAssembly modules as far as taking one apart needs: sections, functions, tables, names, and the
// places in code that name a function.

/** Reads numbers and bytes one after the other. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** An unsigned number; bits above the 32nd are lost. */
  number() {
    let result = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      if (shift < 32) result |= (byte & 0x7f) << shift;
      if (byte < 0x80) return result >>> 0;
    }
  }

  /** The same with its sign. */
  signed() {
    let result = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      if (shift < 32) result |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        const isShort = shift + 7 < 32;
        return isShort && byte & 0x40 ? result | (-1 << (shift + 7)) : result | 0;
      }
    }
  }

  take(count) {
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  text() {
    return new TextDecoder().decode(this.take(this.number()));
  }

  list(read) {
    return Array.from({ length: this.number() }, () => read(this));
  }
}

/** A number as bytes. */
function number(value) {
  const bytes = [];
  for (let rest = value >>> 0; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
}

/** A number with its sign as bytes. */
function signed(value) {
  const bytes = [];
  for (let rest = value | 0; ; rest >>= 7) {
    const byte = rest & 0x7f;
    if ((rest >> 7 === 0 && byte < 0x40) || (rest >> 7 === -1 && byte >= 0x40)) return [...bytes, byte];
    bytes.push(byte | 0x80);
  }
}

const text = (string) => {
  const bytes = new TextEncoder().encode(string);
  return [...number(bytes.length), ...bytes];
};

const list = (items) => [...number(items.length), ...items.flat()];

const MAGIC = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** Puts sections together: pairs of a section's number and its bytes. */
function write(sections) {
  const parts = sections.map(([id, body]) => Buffer.from([id, ...number(body.length)]));
  return Buffer.concat([Buffer.from(MAGIC), ...sections.flatMap(([, body], i) => [parts[i], Buffer.from(body)])]);
}

const CUSTOM = 0;
const [TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, , ELEMENT, CODE, DATA] = Array.from({ length: 11 }, (_, i) => i + 1);
const ID = { CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, ELEMENT, CODE, DATA };

/** The sections of a module: number, bytes, and of custom ones the name. */
function sections(bytes) {
  const reader = new Reader(bytes, MAGIC.length);
  const found = [];
  while (reader.at < bytes.length) {
    const id = reader.byte();
    const body = reader.take(reader.number());
    const inner = new Reader(body);
    const name = id === CUSTOM ? inner.text() : '';
    found.push({ id, name, body, start: inner.at });
  }
  return found;
}

/** Reads over a limit: of a memory or a table. */
function limits(reader) {
  const flags = reader.byte();
  const least = reader.number();
  return { flags, least, most: flags & 1 ? reader.number() : undefined };
}

/** A constant expression that is one number, which it returns. */
function constant(reader) {
  const op = reader.byte();
  if (op !== 0x41) throw new Error(`an offset is no number but instruction ${op}`);
  const value = reader.signed();
  if (reader.byte() !== 0x0b) throw new Error('an offset is more than a number');
  return value;
}

/** What a module consists of. */
function parse(bytes) {
  const all = sections(bytes);
  const reader = (id) => {
    const found = all.find((section) => section.id === id);
    return new Reader(found ? found.body : Buffer.from([0]));
  };
  const types = reader(TYPE).list((r) => {
    if (r.byte() !== 0x60) throw new Error('a type is not that of a function');
    return { params: r.list((p) => p.byte()), results: r.list((p) => p.byte()) };
  });
  const imports = reader(IMPORT).list((r) => {
    const [module, name, kind] = [r.text(), r.text(), r.byte()];
    const start = r.at;
    let type;
    if (kind === 0) type = r.number();
    else if (kind === 1) {
      r.byte();
      limits(r);
    } else if (kind === 2) limits(r);
    else r.take(2);
    return { module, name, kind, type, what: r.bytes.subarray(start, r.at) };
  });
  const ofImports = imports.filter(({ kind }) => kind === 0);
  const ofTypes = reader(FUNCTION).list((r) => r.number());
  const codes = reader(CODE).list((r) => r.take(r.number()));
  const tables = reader(TABLE).list((r) => ({ kind: r.byte(), ...limits(r) }));
  const memories = reader(MEMORY).list(limits);
  const globals = reader(GLOBAL).list((r) => {
    const [kind, isMutable] = [r.byte(), r.byte()];
    const start = r.at;
    while (r.byte() !== 0x0b);
    return { kind, isMutable, init: r.bytes.subarray(start, r.at) };
  });
  const exports = reader(EXPORT).list((r) => ({ name: r.text(), kind: r.byte(), index: r.number() }));
  const elements = reader(ELEMENT).list((r) => {
    const flags = r.number();
    if (flags !== 0 && flags !== 2) return { flags, rest: readElement(r, flags) };
    const table = flags === 2 ? r.number() : 0;
    const offset = constant(r);
    if (flags === 2) r.byte();
    return { flags, table, offset, functions: r.list((f) => f.number()) };
  });
  const data = reader(DATA).list((r) => {
    if (r.number() !== 0) throw new Error('data has no place in memory');
    return { offset: constant(r), bytes: r.take(r.number()) };
  });
  const names = new Map();
  for (const section of all.filter(({ name }) => name === 'name')) {
    const r = new Reader(section.body, section.start);
    while (r.at < r.bytes.length) {
      const [kind, size] = [r.byte(), r.number()];
      const inner = new Reader(r.take(size));
      if (kind === 1) inner.list((f) => names.set(f.number(), f.text()));
    }
  }
  return { sections: all, types, imports, ofImports, ofTypes, codes, tables, memories, globals, exports, elements, data, names };
}

/** Elements of other kinds, which stay as they are: their bytes. */
function readElement(r, flags) {
  const start = r.at;
  if (flags === 6) r.number();
  if (flags === 4 || flags === 6) constant(r);
  if (flags !== 4) r.byte();
  if (flags < 4) r.list((f) => f.number());
  else
    r.list((e) => {
      while (e.byte() !== 0x0b);
    });
  return r.bytes.subarray(start, r.at);
}

const LANES = (op) => op >= 21 && op <= 34;

/** Calls `call` with the place and the function of every instruction in a body that names one. */
function eachFunction(body, call) {
  const r = new Reader(body);
  r.list((local) => [local.number(), local.byte()]);
  const memory = () => {
    if (r.number() & 0x40) r.number();
    r.number();
  };
  while (r.at < body.length) {
    const op = r.byte();
    if (op === 0x10 || op === 0x12 || op === 0xd2) {
      const start = r.at;
      call(start, r.number(), r.at);
    } else if (op >= 0x02 && op <= 0x04) r.signed();
    else if (op === 0x0e) {
      r.list((label) => label.number());
      r.number();
    } else if (op === 0x11 || op === 0x13) r.take(0, r.number(), r.number());
    else if (op === 0x1c) r.list((type) => type.byte());
    else if (op === 0x0c || op === 0x0d || (op >= 0x20 && op <= 0x26) || op === 0x3f || op === 0x40 || op === 0xd0) r.number();
    else if (op >= 0x28 && op <= 0x3e) memory();
    else if (op === 0x41 || op === 0x42) while (r.byte() >= 0x80);
    else if (op === 0x43) r.take(4);
    else if (op === 0x44) r.take(8);
    else if (op === 0xfc) {
      const more = r.number();
      const immediates = [8, 10, 12, 14].includes(more) ? 2 : more < 8 ? 0 : 1;
      for (let i = 0; i < immediates; i += 1) r.number();
    } else if (op === 0xfd) {
      const more = r.number();
      if (more <= 11 || more === 92 || more === 93) memory();
      else if (more === 12 || more === 13) r.take(16);
      else if (LANES(more)) r.byte();
      else if (more >= 84 && more <= 91) {
        memory();
        r.byte();
      }
    } else if ((op >= 0x06 && op <= 0x0a) || op > 0xfd || (op >= 0x14 && op <= 0x19) || (op > 0xd2 && op < 0xfc)) {
      throw new Error(`instruction ${op.toString(16)} is not known`);
    }
  }
}

module.exports = { Reader, ID, parse, write, number, signed, text, list, eachFunction };
