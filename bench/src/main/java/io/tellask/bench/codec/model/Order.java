package io.tellask.bench.codec.model;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/** An order with its lines; the comment may be missing. */
public class Order extends Entity {
    private static final long serialVersionUID = 1;

    public String number;
    public long customerId;
    public OrderState state;
    public LocalDate placedOn;
    public List<OrderLine> lines;
    public Address deliverTo;
    public String comment;
    public BigDecimal total;
    public Map<String, Long> loyaltyPoints;
}
