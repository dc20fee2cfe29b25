/** Digits of `mantissa` times ten to the power of `exponent`, as BigDecimal writes them without an exponent where it can. */
export declare const decimal: (exponent: number, mantissa: bigint) => string;
