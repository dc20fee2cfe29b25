package io.tellask.bench.codec.model;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Objects;

/** A payment of an order. */
public class Payment extends Entity {
    private static final long serialVersionUID = 1;

    public long orderId;
    public BigDecimal amount;
    public String currency;
    public PaymentMethod method;
    public Instant receivedAt;

    @Override
    public boolean equals(Object other) {
        return super.equals(other)
                && other instanceof Payment that
                && orderId == that.orderId
                && Objects.equals(amount, that.amount)
                && Objects.equals(currency, that.currency)
                && Objects.equals(method, that.method)
                && Objects.equals(receivedAt, that.receivedAt);
    }

    @Override
    public int hashCode() {
        return Objects.hash(super.hashCode(), orderId, amount, currency, method.ordinal(), receivedAt);
    }
}
