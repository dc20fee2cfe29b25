import type { BinaryInput } from "./binary-input.ts";
import type { Writer } from "./bytes.ts";

/** Heads of times, docs/CODEC_FORMAT.md "Built-in types". */
const INSTANT = 70;
const DURATION = 71;
const DATE = 72;
const TIME = 73;
const LOCAL = 74;
const ZONED = 75;
const OFFSET = 76;

const NANOS = 1_000_000_000n;
const SECONDS_LIMIT = 1n << 33n;
/** Of a year beyond four bytes, likewise of seconds beyond eight. */
const FAR_DATE = -0x80000000;
const FAR_SECONDS = -(1n << 63n);

const digits = (value: number | bigint, length = 2): string => String(value).padStart(length, "0");
/** As Java has fractions: in groups of three. */
const fraction = (nanos: number | bigint, isGrouped = true): string => {
  const text = digits(nanos, 9);
  return !Number(nanos) ? "" : "." + (isGrouped ? text.replace(/(000){1,2}$/, "") : text.replace(/0+$/, ""));
};

/** ISO form of nanoseconds since 1970. */
export const instant = (nanos: bigint): string => {
  const rest = ((nanos % NANOS) + NANOS) % NANOS;
  const at = new Date(Number((nanos - rest) / NANOS) * 1000); // a date beyond JavaScript's throws
  return at.toISOString().slice(0, -5) + fraction(rest) + "Z";
};

const duration = (nanos: bigint): string => {
  if (!nanos) return "PT0S";
  const sign = nanos < 0n ? "-" : "";
  const size = nanos < 0n ? -nanos : nanos;
  const seconds = size / NANOS;
  const part = (value: bigint, unit: string): string => (value ? sign + value + unit : "");
  const rest = seconds % 60n || size % NANOS ? `${sign}${seconds % 60n}${fraction(size % NANOS, false)}S` : "";
  return "PT" + part(seconds / 3600n, "H") + part((seconds / 60n) % 60n, "M") + rest;
};

const nanosAt = (from: BinaryInput): bigint => {
  const packed = from._long();
  if (packed !== FAR_SECONDS) return (packed >> 30n) * NANOS + (packed & 0x3fffffffn);
  return from._long() * NANOS + BigInt(from._number(4));
};

const dateAt = (from: BinaryInput): string => {
  let packed = from._number(4);
  let year = packed >> 9;
  if (packed === FAR_DATE) {
    year = from._number(4);
    packed = from._number(2);
  }
  const sign = year > 9999 ? "+" : year < 0 ? "-" : "";
  return `${sign}${digits(Math.abs(year), 4)}-${digits((packed >> 5) & 15)}-${digits(packed & 31)}`;
};

const timeAt = (from: BinaryInput): string => {
  const second = from._number(4);
  const nanos = from._number(4);
  const rest = second % 60 || nanos ? `:${digits(second % 60)}${fraction(nanos)}` : "";
  return `${digits(Math.floor(second / 3600))}:${digits(Math.floor(second / 60) % 60)}${rest}`;
};

const offsetAt = (from: BinaryInput): string => {
  const seconds = from._number(4);
  if (!seconds) return "Z";
  const size = Math.abs(seconds);
  const rest = size % 60 ? `:${digits(size % 60)}` : "";
  return `${seconds < 0 ? "-" : "+"}${digits(Math.floor(size / 3600))}:${digits(Math.floor(size / 60) % 60)}${rest}`;
};

/** The ISO form of a time behind its head. */
export const readTime = (head: number, from: BinaryInput): string => {
  if (head === INSTANT) return instant(nanosAt(from));
  if (head === DURATION) return duration(nanosAt(from));
  if (head === DATE) return dateAt(from);
  if (head === TIME) return timeAt(from);
  if (head < 78) {
    const local = `${dateAt(from)}T${timeAt(from)}`;
    if (head === LOCAL) return local;
    const zoned = local + offsetAt(from);
    if (head === OFFSET) return zoned;
    const zone = from._input._text();
    return zoned.endsWith(zone!) ? zoned : `${zoned}[${zone}]`;
  }
  const [years, months, days] = [from._number(4), from._number(4), from._number(4)];
  const part = (value: number, unit: string): string => (value ? value + unit : "");
  return `P${part(years, "Y")}${part(months, "M")}${part(days, "D")}`.replace(/^P$/, "P0D");
};

const FORMS =
  /^(?:([+-]?\d{4,6})-(\d\d)-(\d\d))?(T?)(?:(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?(Z|[+-]\d\d:\d\d(?::\d\d)?)?(?:\[(.+)\])?$/;
const SPAN = /^(-?)PT(?:([+-]?\d+)H)?(?:([+-]?\d+)M)?(?:([+-]?)(\d+)(?:\.(\d{1,9}))?S)?$/;
const DAYS = /^P(?:(-?\d+)Y)?(?:(-?\d+)M)?(?:(-?\d+)D)?$/;

const int32 = (out: Writer, value: number | string = 0): Writer => out._int(Number(value));

export const int64 = (out: Writer, value: bigint): Writer =>
  out._int(Number(BigInt.asIntN(32, value)))._int(Number(BigInt.asIntN(32, value >> 32n)));

const nanosTo = (out: Writer, nanos: bigint): void => {
  const rest = ((nanos % NANOS) + NANOS) % NANOS;
  const seconds = (nanos - rest) / NANOS;
  if (seconds >= -SECONDS_LIMIT && seconds < SECONDS_LIMIT) int64(out, (seconds << 30n) | rest);
  else int64(int64(out, FAR_SECONDS), seconds)._int(Number(rest));
};

/**
 * Writes head and body of a time, which its ISO form tells: an Instant or a time with offset (`Z` is an Instant), a
 * local date, time or both, a ZonedDateTime, a Duration, a Period. False where it is none of them.
 */
export const writeTime = (out: Writer, text: string): boolean => {
  const span = SPAN.exec(text);
  if (span && text.length > 2 + span[1].length) {
    const [, all, hours = 0, minutes = 0, sign, seconds = "0", part = ""] = span;
    const last = BigInt(seconds) * NANOS + BigInt(part.padEnd(9, "0"));
    const nanos = (BigInt(hours) * 3600n + BigInt(minutes) * 60n) * NANOS + (sign === "-" ? -last : last);
    nanosTo(out._byte(DURATION), all ? -nanos : nanos);
    return true;
  }
  const days = DAYS.exec(text);
  if (days && text.length > 1) {
    int32(int32(int32(out._byte(78), days[1]), days[2]), days[3]);
    return true;
  }
  const found = FORMS.exec(text);
  if (!found) return false;
  const [, year, month, day, , hour, minute, second = "0", part = "", offset, zone] = found;
  const hasZone = offset || zone;
  if ((!year && !hour) || (year && hour && !found[4]) || (hasZone && !(year && hour && offset))) return false;
  if (offset === "Z" && !zone) {
    const at = Date.parse(`${text.slice(0, text.indexOf("T"))}T${hour}:${minute}:${second}Z`);
    if (isNaN(at)) return false;
    nanosTo(out._byte(INSTANT), BigInt(at) * 1_000_000n + BigInt(part.padEnd(9, "0")));
    return true;
  }
  out._byte(zone ? ZONED : offset ? OFFSET : year && hour ? LOCAL : year ? DATE : TIME);
  if (year) int32(out, Number(year) * 512 + Number(month) * 32 + Number(day));
  if (hour) int32(int32(out, Number(hour) * 3600 + Number(minute) * 60 + Number(second)), part.padEnd(9, "0"));
  if (offset) {
    const [hours, minutes = 0, seconds = 0] = offset === "Z" ? [0] : offset.slice(1).split(":").map(Number);
    int32(out, (offset[0] === "-" ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds));
  }
  if (zone) out._text(zone);
  return true;
};
