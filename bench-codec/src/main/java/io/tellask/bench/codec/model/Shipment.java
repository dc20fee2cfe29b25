package io.tellask.bench.codec.model;

import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;

/** A shipment of an order; it may not have left yet. */
public class Shipment extends Entity {
    private static final long serialVersionUID = 1;

    public long orderId;
    public double weightKilograms;
    public long[] parcelIds;
    public Instant leftAt;
    public Map<String, Instant> stations;

    @Override
    public boolean equals(Object other) {
        return super.equals(other)
                && other instanceof Shipment that
                && orderId == that.orderId
                && Double.compare(weightKilograms, that.weightKilograms) == 0
                && Arrays.equals(parcelIds, that.parcelIds)
                && Objects.equals(leftAt, that.leftAt)
                && Objects.equals(stations, that.stations);
    }

    @Override
    public int hashCode() {
        return Objects.hash(super.hashCode(), orderId, weightKilograms, Arrays.hashCode(parcelIds), leftAt, stations);
    }
}
