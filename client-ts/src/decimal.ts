/** Digits of `mantissa` times ten to the power of `exponent`, as BigDecimal writes them without an exponent where it can. */
export const decimal = (exponent: number, mantissa: bigint): string => {
  if (exponent > 0) return `${mantissa}E+${exponent}`;
  const sign = mantissa < 0n ? "-" : "";
  const digits = String(mantissa < 0n ? -mantissa : mantissa).padStart(1 - exponent, "0");
  const point = digits.length + exponent;
  return sign + digits.slice(0, point) + (exponent ? "." + digits.slice(point) : "");
};
