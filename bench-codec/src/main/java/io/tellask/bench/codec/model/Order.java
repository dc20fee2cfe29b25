package io.tellask.bench.codec.model;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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

    @Override
    public boolean equals(Object other) {
        return super.equals(other)
                && other instanceof Order that
                && Objects.equals(number, that.number)
                && customerId == that.customerId
                && Objects.equals(state, that.state)
                && Objects.equals(placedOn, that.placedOn)
                && Objects.equals(lines, that.lines)
                && Objects.equals(deliverTo, that.deliverTo)
                && Objects.equals(comment, that.comment)
                && Objects.equals(total, that.total)
                && Objects.equals(loyaltyPoints, that.loyaltyPoints);
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                super.hashCode(),
                number,
                customerId,
                state.ordinal(),
                placedOn,
                lines,
                deliverTo,
                comment,
                total,
                loyaltyPoints);
    }
}
