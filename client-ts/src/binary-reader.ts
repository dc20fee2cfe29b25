import { BinaryInput, integerOf, zigzag } from "./binary-input.ts";
import type { Reader } from "./bytes.ts";
import { decimal } from "./decimal.ts";
import { Described, type Descriptor, type Field } from "./descriptor.ts";
import { instant, readTime } from "./binary-times.ts";

const MOST_LEVELS = 1000;
/** Elements of collections whose bodies may be empty. */
const MOST_EMPTY = 65536;
const RARE = 79;
const DESCRIBED = 80;
const LONG = "java.lang.Long";

const FIXED: Record<string, number> = { D: 8, F: 4, S: 2, B: 1, J: 8, I: 4, C: 2 };

/** Two numbers of 8 bytes, little-endian. */
const uuidOf = (raw: Uint8Array): string =>
  Array.from(raw, (_, i) => raw[(i & 8) + 7 - (i & 7)].toString(16).padStart(2, "0"))
    .join("")
    .replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** Reads a message of docs/CODEC_FORMAT.md in the scope of a session, in its wide form, as a plain value. */
export class BinaryReader extends BinaryInput {
  readonly _objects: unknown[] = [];
  _isTracked = false;
  _level = 0;

  constructor(
    input: Reader,
    readonly _schemas: ReadonlyMap<number, Descriptor>,
  ) {
    super(input);
  }

  _message(): unknown {
    const header = this._input._byte();
    if (header & 0x80) {
      this._isWide = false;
      return this._body(header & 0x7f);
    }
    const scope = (header >> 5) & 3;
    if (!(header & 1) || header & 0xe || scope > 1) this._fail(`header=${header} is unknown`);
    this._isTracked = !!(header & 0x10);
    return this._reference();
  }

  _reference(): any {
    return this._body(this._input._varint());
  }

  _body(head: number): any {
    if (++this._level > MOST_LEVELS) this._fail(`levels > limit=${MOST_LEVELS}`);
    const value = head >= DESCRIBED ? this._described(head - DESCRIBED) : this._builtIn(head);
    this._level--;
    return value;
  }

  /** Gives an object its number before its parts are read. */
  _share<T>(made: T): T {
    if (this._isTracked) this._objects.push(made);
    return made;
  }

  _back(): unknown {
    const place = this._input._varint();
    const found = this._isTracked ? this._objects[place] : undefined;
    return found === undefined ? this._fail(`back reference=${place} means nothing`) : found;
  }

  /** What takes its number before it is known. */
  _wrapped(read: () => unknown): unknown {
    const place = this._objects.length;
    if (this._isTracked) this._objects.push(undefined);
    const value = read();
    if (this._isTracked) this._objects[place] = value;
    return value;
  }

  _slot(): unknown {
    const first = this._input._varint();
    return first ? (first === 1 ? this._back() : this._share(this._string(first))) : null;
  }

  _elements(made: unknown[]): unknown[] {
    const number = this._input._varint();
    const shape = number & 3;
    const count = Math.floor(number / 4);
    if (count > (shape === 2 ? Math.max(this._input._left, MOST_EMPTY) : this._input._left)) this._fail(`count=${count} is too large`);
    if (shape === 3) this._fail("packed strings are not expected");
    const head = shape === 2 ? this._input._varint() : 0;
    const rare = head === RARE ? this._input._byte() : 0;
    const each = (): unknown =>
      shape === 1 ? this._slot() : shape ? (rare ? this._rare(rare) : this._body(head)) : this._reference();
    for (let i = 0; i < count; i++) made.push(each());
    return made;
  }

  /** An object of its entries where all keys are strings. */
  _entries(made: Record<string, unknown>): unknown {
    const number = this._input._varint();
    const count = Math.floor(number / 4);
    if (count > this._input._left) this._fail(`count=${count} is too large`);
    const read = (isSlot: number): unknown => (isSlot ? this._slot() : this._reference());
    const entries = Array.from({ length: count }, () => [read(number & 1), read(number & 2)]);
    if (entries.every(([key]) => typeof key === "string")) {
      for (const [key, value] of entries) {
        const name = (key as string).replace(/^@/, "@@");
        Object.defineProperty(made, name, { value, enumerable: true, writable: true, configurable: true });
      }
    } else made["@entries"] = entries;
    return made;
  }

  _order(): void {
    if (this._input._byte() === 3) this._reference();
  }

  _set(isSorted?: boolean): unknown {
    const items: unknown[] = [];
    const made = this._share({ "@class": "java.util.HashSet", "@items": items });
    if (isSorted) this._order();
    this._elements(items);
    return made;
  }

  _list(isSorted?: boolean): unknown {
    const made = this._share<unknown[]>([]);
    if (isSorted) this._order();
    return this._elements(made);
  }

  _map(isSorted?: boolean): unknown {
    const made = this._share({});
    if (isSorted) this._order();
    return this._entries(made);
  }

  _array(read: () => unknown): unknown {
    const made = this._share<unknown[]>([]);
    for (let count = this._count(); count; count--) made.push(read());
    return made;
  }

  _type(): void {
    const head = this._input._varint();
    if (head === 3) this._type();
    else if (head === 79) this._input._byte();
  }

  _primitives(bytes: number, read: () => unknown): unknown {
    const length = this._count(bytes);
    return this._share(Array.from({ length }, read));
  }

  _bytes(): Uint8Array {
    return this._input._raw(this._count()).slice();
  }

  _decimal(): string {
    const scale = this._zigzag();
    const length = this._input._varint();
    let unscaled: bigint;
    // of at most 4 or 8 bytes the number is little-endian
    if (length === 4 || length === 8) unscaled = integerOf(this._input._raw(length).slice().reverse());
    else unscaled = integerOf(this._input._raw(length));
    return decimal(-scale, unscaled);
  }

  _builtIn(head: number): any {
    const input = this._input;
    const long = (): unknown => {
      const value = this._isWide ? this._long() : zigzag(input);
      return { "@class": LONG, "@value": value };
    };
    switch (head) {
      case 0:
        return null;
      case 1:
        return this._back();
      case 2:
        return this._share(this._string(input._varint()));
      case 3: {
        const made = this._share<unknown[]>([]);
        this._type();
        for (let count = this._count(); count; count--) made.push(this._reference());
        return made;
      }
      case 4:
        return this._array(() => this._reference());
      case 5:
        return this._array(() => this._slot());
      case 6:
        return this._share(this._bytes());
      case 7:
        return this._primitives(2, () => this._number(2));
      case 8: {
        const made = this._primitives(2, () => String.fromCharCode(this._number(2) & 0xffff)) as string[];
        if (!this._isTracked) return made.join("");
        return (this._objects[this._objects.length - 1] = made.join(""));
      }
      case 9:
        return this._primitives(4, () => this._number(4));
      case 10:
        return this._primitives(8, () => ({ "@class": LONG, "@value": this._long() }));
      case 11:
      case 12:
        return this._primitives(4 * (head - 10), () => this._number(4 * (head - 10), true));
      case 13:
        return this._primitives(1, () => !!input._byte());
      case 14:
        return !!input._byte();
      case 15:
      case 16:
        return this._number(head - 14);
      case 17:
        return this._char();
      case 18:
        return this._int();
      case 19:
        return long();
      case 20:
        return this._number(4, true);
      case 21:
        return this._number(8, true);
      case 28:
        return this._set(true);
      case 26:
      case 27:
      case 32:
      case 42:
      case 45:
        return this._set();
      case 33:
      case 34:
      case 37:
      case 43:
      case 46:
        return this._map();
      case 35:
      case 36:
      case 38:
        return this._map(true);
      case 39: {
        const made = this._share({});
        this._type();
        return this._entries(made);
      }
      case 40: {
        const items: unknown[] = [];
        const made = this._share({ "@class": "java.util.HashSet", "@items": items });
        this._type();
        for (let count = this._count(); count; count--) items.push(this._reference());
        return made;
      }
      case 47:
      case 48:
      case 49:
      case 50:
      case 53:
        return this._wrapped(() => this._reference());
      case 54:
      case 55:
      case 56: {
        const made = this._share<unknown[]>([]);
        made.push(this._reference(), this._reference());
        return made;
      }
      case 57:
        return { "@class": "java.math.BigInteger", "@value": integerOf(this._bytes()) };
      case 58:
        return this._decimal();
      case 59:
        return uuidOf(this._input._raw(16));
      case 60:
      case 64:
      case 77:
        return input._text();
      case 61:
        return this._share(instant(this._long() * 1_000_000n));
      case 62:
        return this._share(this._bytes());
      case 63:
        return input._byte() ? input._text() : [input._text(), input._text(), input._text()].filter(Boolean).join("-");
      case 65: {
        const value = this._reference();
        return value === null ? [] : [value];
      }
      case 66:
        return this._share(this._int());
      case 67:
        return this._share(long());
      case 68:
        return this._share(!!input._byte());
      case 70:
      case 71:
      case 72:
      case 73:
      case 74:
      case 75:
      case 76:
      case 78:
        return readTime(head, this);
      case RARE:
        return this._rare(input._byte());
    }
    if ((head >= 22 && head <= 30) || head === 41 || head === 44) return this._list();
    return this._fail(`type=${head} is unknown here`);
  }

  _rare(type: number): unknown {
    const input = this._input;
    if (type === 0) return this._set(true);
    if (type === 1) return this._list(true);
    if (type === 2) return this._list();
    if (type === 3) return this._set();
    if (type === 6 || type === 7) return this._map();
    if (type === 20) return this._share(this._string(input._varint()));
    if (type === 21) {
      const made = this._share<unknown[]>([]);
      made.push(this._reference());
      return made;
    }
    if (type === 43) return { "@remote": input._varint() };
    if (type >= 16 && type <= 18) {
      if (!input._byte()) return [];
      return [type === 18 ? this._number(8, true) : type === 16 ? this._number(4) : { "@class": LONG, "@value": this._long() }];
    }
    const wraps = [4, 5, 8, 9, 10, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 59];
    if (wraps.includes(type)) return this._wrapped(() => this._reference());
    return this._fail(`type=79/${type} is unknown here`);
  }

  _described(id: number): unknown {
    const schema = this._schemas.get(id) ?? this._fail(`class=${id} was not described`);
    const { _kind, _name, _fields, _parts } = schema;
    if (_kind === Described.ENUM) {
      const ordinal = this._input._varint();
      return { "@class": _name, "@value": _fields[ordinal]?.[1] ?? this._fail(`constant=${ordinal} of ${_name}`) };
    }
    const made: Record<string, unknown> = this._share({ "@class": _name });
    if (_kind === Described.EXCEPTION) this._exception(made);
    if (_kind !== Described.HOOKED) this._fields(_fields, made);
    for (const part of _parts) {
      if (part._hasItems) this._items(part._fields, made);
      else this._fields(part._fields, made);
    }
    return made;
  }

  _exception(made: Record<string, unknown>): void {
    made["@message"] = this._slot();
    if (this._input._byte()) made["@cause"] = this._reference();
    for (let frames = this._count(); frames; frames--) {
      for (let i = 0; i < 6; i++) this._input._text();
      this._int();
    }
    const suppressed = Array.from({ length: this._count() }, () => this._reference());
    if (suppressed.length) made["@suppressed"] = suppressed;
  }

  /** What hooks wrote: the fields are taken, the rest is read and dropped. */
  _items(fields: Field[], made: Record<string, unknown>): void {
    for (let tag; (tag = this._input._varint()); ) {
      if (tag === 1) this._fields(fields, made);
      else if (tag < 4) this._reference();
      else this._input._raw(tag - 3);
    }
  }

  _fields(fields: Field[], made: Record<string, unknown>): void {
    let bits = 0;
    let left = 0;
    for (const [kind, name] of fields) {
      if (kind === "Z" && !left--) {
        bits = this._input._byte();
        left = 7;
      }
      const value =
        kind === "Z"
          ? !!((bits >> (7 - left)) & 1)
          : kind === "T"
            ? this._slot()
            : kind === "L"
              ? this._reference()
              : kind === "J"
                ? { "@class": LONG, "@value": this._long() }
                : kind === "C"
                  ? this._char()
                  : this._number(FIXED[kind], kind === "D" || kind === "F");
      Object.defineProperty(made, name, { value, enumerable: true, writable: true, configurable: true });
    }
  }
}
