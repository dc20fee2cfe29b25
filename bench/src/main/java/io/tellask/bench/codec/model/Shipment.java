package io.tellask.bench.codec.model;

import java.time.Instant;
import java.util.Map;

/** A shipment of an order; it may not have left yet. */
public class Shipment extends Entity {
    private static final long serialVersionUID = 1;

    public long orderId;
    public double weightKilograms;
    public long[] parcelIds;
    public Instant leftAt;
    public Map<String, Instant> stations;
}
