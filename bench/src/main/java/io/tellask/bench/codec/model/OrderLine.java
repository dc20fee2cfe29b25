package io.tellask.bench.codec.model;

import java.io.Serializable;
import java.math.BigDecimal;

/** One line of an order; the discount may be missing. */
public class OrderLine implements Serializable {
    private static final long serialVersionUID = 1;

    public String sku;
    public String description;
    public int quantity;
    public BigDecimal unitPrice;
    public Integer discountPercent;
    public boolean gift;
}
