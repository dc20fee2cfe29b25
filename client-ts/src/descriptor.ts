import { check, Writer } from "./bytes.ts";

/** Kinds of described classes, docs/CODEC_FORMAT.md "Descriptor". */
export const enum Described {
  OBJECT = 0,
  RECORD = 1,
  ENUM = 2,
  TYPE = 3,
  EXCEPTION = 4,
  HOOKED = 5,
}

/** A field's kind and name. */
export type Field = readonly [kind: string, name: string];

/** A class as its writer described it. */
export interface Descriptor {
  readonly _kind: Described;
  readonly _name: string;
  /** In the order of bodies; of an enum, its constants. */
  readonly _fields: Field[];
  /** Of a class with hooks: for each part whether it has items, and its fields. */
  readonly _parts: { _hasItems: boolean; _fields: Field[] }[];
}

const FIELD_KINDS = "DFSBZJICTL";
/** Symbols of five bits from 28 on. */
const SIGNS = "._$";
const CAPITAL = 27;
const OTHER = 31;
const MOST_NAME = 1024;
const MOST_ZEROS = 16;
const MOST_BYTES = 1 << 16;

const isCapital = (letter: string): boolean => letter !== letter.toLowerCase();
const swapped = (letter: string): string => (isCapital(letter) ? letter.toLowerCase() : letter.toUpperCase());

/** The bits of a record (its fields) or an enum (its constants) under a name. */
export const describe = (name: string, isEnum: boolean, fields: Field[]): Uint8Array => {
  let bits = "";
  const write = (value: number, count: number): void => void (bits += value.toString(2).padStart(count, "0"));
  const gamma = (value: number): void => write(value + 1, 2 * (value + 1).toString(2).length - 1);
  const text = (value: string, isConstant?: boolean): void => {
    for (let letter of value) {
      if (isConstant && /[a-z]/i.test(letter)) letter = swapped(letter);
      if (/[A-Z]/.test(letter)) write(CAPITAL, 5);
      const sign = SIGNS.indexOf(letter);
      if (/[a-z]/i.test(letter)) write(letter.toLowerCase().charCodeAt(0) - 96, 5);
      else if (sign >= 0) write(28 + sign, 5);
      else {
        for (let i = 0; i < letter.length; i++) {
          const code = letter.charCodeAt(i);
          write(OTHER, 5);
          write(code < 128 ? 0 : 1, 1);
          write(code, code < 128 ? 7 : 16);
        }
      }
    }
    write(0, 5);
  };
  write(isEnum ? Described.ENUM : Described.RECORD, 4);
  write(0, 1);
  gamma(0);
  text(name);
  for (const kind of isEnum ? "E" : FIELD_KINDS) gamma(fields.filter((field) => field[0] === kind).length);
  fields.forEach((field) => text(field[1], isEnum));
  const out = new Writer();
  for (let i = 0; i < bits.length; i += 8) out._byte(parseInt(bits.slice(i, i + 8).padEnd(8, "0"), 2));
  return out._done();
};

/** Reads a descriptor that stands alone. */
export const readDescriptor = (bytes: Uint8Array): Descriptor => {
  check(bytes.length <= MOST_BYTES, `limit=${MOST_BYTES}, descriptor bytes`, bytes.length);
  const end = bytes.length * 8;
  let at = 0;
  const read = (count: number): number => {
    let value = 0;
    for (; count > 0; count--, at++) value = value * 2 + ((bytes[at >> 3] >> (7 - (at & 7))) & 1);
    check(at <= end, "descriptor bits", at);
    return value;
  };
  const gamma = (): number => {
    let zeros = 0;
    while (!read(1)) check(++zeros <= MOST_ZEROS, "descriptor zeros", zeros);
    return 2 ** zeros + read(zeros) - 1;
  };
  const name = (isConstant?: boolean): string => {
    let made = "";
    for (let symbol; (symbol = read(5)); ) {
      const hasCapital = symbol === CAPITAL;
      if (hasCapital) symbol = read(5);
      let letter = symbol < CAPITAL ? String.fromCharCode(96 + symbol) : SIGNS[symbol - 28];
      if (hasCapital) letter = letter?.toUpperCase();
      if (symbol < CAPITAL && isConstant) letter = swapped(letter);
      made += symbol === OTHER ? String.fromCharCode(read(read(1) ? 16 : 7)) : letter;
      check(made.length <= MOST_NAME, `limit=${MOST_NAME}, name of a class`, made.length);
    }
    return made;
  };
  const fields = (kinds: string): Field[] => {
    const counts = Array.from(kinds, gamma);
    check(counts.reduce((a, b) => a + b) <= end - at, "descriptor fields", counts);
    return counts.flatMap((count, i) => Array.from({ length: count }, (): Field => [kinds[i], name(kinds === "E")]));
  };
  const kind = read(4);
  check(kind <= Described.HOOKED, "descriptor kind", kind);
  check(!read(1) && !gamma(), "shared prefix", at);
  const own = name();
  const described = { _kind: kind, _name: own, _fields: [] as Field[], _parts: [] as Descriptor["_parts"] };
  if (kind === Described.HOOKED) {
    for (let left = gamma(); left; left--) {
      name();
      described._parts.push({ _hasItems: !!read(1), _fields: fields(FIELD_KINDS) });
    }
  } else if (kind !== Described.TYPE) described._fields = fields(kind === Described.ENUM ? "E" : FIELD_KINDS);
  return described;
};
