package io.tellask.bench.codec.model;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Objects;

/** One line of an order; the discount may be missing. */
public class OrderLine implements Serializable {
    private static final long serialVersionUID = 1;

    public String sku;
    public String description;
    public int quantity;
    public BigDecimal unitPrice;
    public Integer discountPercent;
    public boolean gift;

    @Override
    public boolean equals(Object other) {
        return other instanceof OrderLine that
                && Objects.equals(sku, that.sku)
                && Objects.equals(description, that.description)
                && quantity == that.quantity
                && Objects.equals(unitPrice, that.unitPrice)
                && Objects.equals(discountPercent, that.discountPercent)
                && gift == that.gift;
    }

    @Override
    public int hashCode() {
        return Objects.hash(sku, description, quantity, unitPrice, discountPercent, gift);
    }
}
