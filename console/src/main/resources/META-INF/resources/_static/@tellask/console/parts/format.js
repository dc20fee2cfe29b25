/** Writes numbers for people; the locale is the browser's. */

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 });
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });

const scaled = (value, step, units) => {
  let at = 0;
  let left = Math.abs(value);
  while (left >= step * 0.9995 && at < units.length - 1) {
    left /= step;
    at++;
  }
  return `${value < 0 ? "−" : ""}${short.format(left)} ${units[at]}`.trim();
};

/** `1,234`. */
export const count = (value) => whole.format(value);

/** `1.23 M`, for where there is little room. */
export const brief = (value) => (Math.abs(value) < 10_000 ? whole.format(value) : scaled(value, 1000, ["", "k", "M", "G", "T"]));

/** `12.3 MB`, in steps of 1,024. */
export const bytes = (value) => scaled(value, 1024, ["B", "KB", "MB", "GB", "TB"]);

/** Per second: below ten with a digit behind the point. */
export const rate = (value) => (value > 0 && value < 9.95 ? short.format(Math.round(value * 10) / 10) : brief(value));

/** `12.3 ms` of microseconds. */
export const micros = (value) => (value < 999.5e3 ? scaled(value, 1000, ["µs", "ms"]) : millis(value / 1000));

/** `2 m 5 s` of milliseconds. */
export const millis = (value) => {
  if (value < 999.5) return `${whole.format(value)} ms`;
  if (value < 59_950) return `${short.format(value / 1000)} s`;
  const units = [["d", 86_400_000], ["h", 3_600_000], ["m", 60_000], ["s", 1000]];
  const first = units.findIndex(([, size]) => value >= size);
  const [unit, size] = units[first];
  const rest = units[first + 1] && Math.floor((value % size) / units[first + 1][1]);
  return `${Math.floor(value / size)} ${unit}${rest ? ` ${rest} ${units[first + 1][0]}` : ""}`;
};

/** `37 %` of a share. */
export const percent = (share) => `${share > 0 && share < 0.0995 ? short.format(Math.round(share * 1000) / 10) : whole.format(share * 100)} %`;

/** `14:05:09`. */
export const time = (date) => clock.format(date);

/** The last part of a Java name: `Chat` of `com.acme.Chat`; parts of nested classes are kept. */
export const simpleName = (name) => {
  const [base, lambda] = name.split("$$Lambda");
  return `${base.slice(base.lastIndexOf(".") + 1).replaceAll("$", ".")}${lambda === undefined ? "" : " (lambda)"}`;
};

/** What is around a Java name. */
export const packageName = (name) => name.split("$$Lambda")[0].replace(/\.?[^.]*$/, "");
