package io.tellask.bench.codec.limit;

import io.tellask.bench.codec.model.Address;
import io.tellask.bench.codec.model.BusinessBatch;
import io.tellask.bench.codec.model.Customer;
import io.tellask.bench.codec.model.Entity;
import io.tellask.bench.codec.model.Order;
import io.tellask.bench.codec.model.OrderLine;
import io.tellask.bench.codec.model.OrderState;
import io.tellask.bench.codec.model.Payment;
import io.tellask.bench.codec.model.PaymentMethod;
import io.tellask.bench.codec.model.Segment;
import io.tellask.bench.codec.model.Shipment;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what {@link BusinessFloor} wrote; where it is in the message is its only state. Not thread-safe. */
final class BusinessFloorReader {
    private static final Segment[] SEGMENTS = Segment.values();
    private static final OrderState[] STATES = OrderState.values();
    private static final PaymentMethod[] METHODS = PaymentMethod.values();

    private byte[] bytes = new byte[0];
    private int at;

    BusinessBatch read(byte[] message) {
        bytes = message;
        int count = Floor.intAt(message, 0);
        at = 4;
        BusinessBatch batch = new BusinessBatch();
        batch.entities = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            batch.entities.add(entity());
        }
        return batch;
    }

    private Entity entity() {
        long id = nextLong();
        int version = nextInt();
        Instant changedAt = instant();
        Entity entity = switch (bytes[at++]) {
            case BusinessFloor.CUSTOMER -> customer();
            case BusinessFloor.ORDER -> order();
            case BusinessFloor.PAYMENT -> payment();
            default -> shipment();
        };
        entity.id = id;
        entity.version = version;
        entity.changedAt = changedAt;
        return entity;
    }

    private Customer customer() {
        Customer customer = new Customer();
        customer.segment = SEGMENTS[bytes[at++]];
        customer.since = date();
        customer.name = string();
        customer.email = optional();
        customer.billing = address();
        customer.shipping = bytes[at++] == 0 ? null : address();
        int tags = bytes[at++];
        customer.tags = new ArrayList<>(tags);
        for (int i = 0; i < tags; i++) {
            customer.tags.add(string());
        }
        int attributes = bytes[at++];
        Map<String, String> map = HashMap.newHashMap(attributes);
        for (int i = 0; i < attributes; i++) {
            map.put(string(), string());
        }
        customer.attributes = map;
        return customer;
    }

    private Address address() {
        Address address = new Address();
        address.latitude = nextDouble();
        address.longitude = nextDouble();
        address.street = string();
        address.city = string();
        address.postcode = string();
        address.country = string();
        return address;
    }

    private Order order() {
        Order order = new Order();
        order.customerId = nextLong();
        order.state = STATES[bytes[at++]];
        order.placedOn = date();
        order.number = string();
        order.total = decimal();
        order.comment = optional();
        order.deliverTo = address();
        int lines = bytes[at++];
        order.lines = new ArrayList<>(lines);
        for (int i = 0; i < lines; i++) {
            order.lines.add(line());
        }
        int points = bytes[at++];
        Map<String, Long> map = HashMap.newHashMap(points);
        for (int i = 0; i < points; i++) {
            map.put(string(), nextLong());
        }
        order.loyaltyPoints = map;
        return order;
    }

    private OrderLine line() {
        OrderLine line = new OrderLine();
        line.quantity = nextInt();
        int discount = nextInt();
        line.discountPercent = discount == Integer.MAX_VALUE ? null : discount;
        line.gift = bytes[at++] != 0;
        line.unitPrice = decimal();
        line.sku = string();
        line.description = string();
        return line;
    }

    private Payment payment() {
        Payment payment = new Payment();
        payment.orderId = nextLong();
        payment.method = METHODS[bytes[at++]];
        payment.amount = decimal();
        payment.receivedAt = instant();
        payment.currency = string();
        return payment;
    }

    private Shipment shipment() {
        Shipment shipment = new Shipment();
        shipment.orderId = nextLong();
        shipment.weightKilograms = nextDouble();
        long[] parcelIds = new long[bytes[at++]];
        for (int i = 0; i < parcelIds.length; i++) {
            parcelIds[i] = nextLong();
        }
        shipment.parcelIds = parcelIds;
        shipment.leftAt = bytes[at++] == 0 ? null : instant();
        int stations = bytes[at++];
        Map<String, Instant> map = HashMap.newHashMap(stations);
        for (int i = 0; i < stations; i++) {
            map.put(string(), instant());
        }
        shipment.stations = map;
        return shipment;
    }

    private long nextLong() {
        long value = Floor.longAt(bytes, at);
        at += 8;
        return value;
    }

    private double nextDouble() {
        return Double.longBitsToDouble(nextLong());
    }

    private int nextInt() {
        int value = Floor.intAt(bytes, at);
        at += 4;
        return value;
    }

    private String string() {
        int start = at;
        at = Floor.behindString(bytes, start);
        return Floor.stringAt(bytes, start);
    }

    private @Nullable String optional() {
        return bytes[at++] == 0 ? null : string();
    }

    private Instant instant() {
        return Instant.ofEpochSecond(nextLong(), nextInt());
    }

    private LocalDate date() {
        int packed = nextInt();
        return LocalDate.of(packed >> 9, packed >> 5 & 0xf, packed & 0x1f);
    }

    private BigDecimal decimal() {
        return BigDecimal.valueOf(nextLong(), bytes[at++]);
    }
}
