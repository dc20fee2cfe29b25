package io.tellask.bench.codec.model;

/** How a payment came in. */
public enum PaymentMethod {
    CARD,
    TRANSFER,
    DIRECT_DEBIT,
    INVOICE
}
