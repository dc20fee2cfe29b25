package io.tellask.bench.codec.model;

import java.math.BigDecimal;
import java.time.Instant;

/** A payment of an order. */
public class Payment extends Entity {
    private static final long serialVersionUID = 1;

    public long orderId;
    public BigDecimal amount;
    public String currency;
    public PaymentMethod method;
    public Instant receivedAt;
}
