package io.tellask.bench.codec.limit;

import io.tellask.bench.codec.Model;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Business objects whose strings are Latin-1: for each object its kind in a byte, its numbers, what may be missing behind
 * a byte that says so, its strings, lists and maps behind their size.
 */
final class BusinessFloor extends Floor {
    private static final int CUSTOMER = 0;
    private static final int ORDER = 1;
    private static final int PAYMENT = 2;
    private static final int SHIPMENT = 3;

    private final Reader reader = new Reader();

    BusinessFloor() {
        super(1 << 17);
    }

    @Override
    public int encode(Object value) {
        List<Model.Entity> entities = ((Model.BusinessBatch) value).entities;
        int count = entities.size();
        putInt(buffer, 0, count);
        int at = 4;
        for (int i = 0; i < count; i++) {
            at = put(buffer, at, entities.get(i));
        }
        length = at;
        return at;
    }

    @Override
    public Object decode(byte[] bytes) {
        return reader.read(bytes);
    }

    private static int put(byte[] bytes, int at, Model.Entity entity) {
        putLong(bytes, at, entity.id);
        putInt(bytes, at + 8, entity.version);
        int behind = putInstant(bytes, at + 12, entity.changedAt);
        return switch (entity) {
            case Model.Customer customer -> putCustomer(bytes, putByte(bytes, behind, CUSTOMER), customer);
            case Model.Order order -> putOrder(bytes, putByte(bytes, behind, ORDER), order);
            case Model.Payment payment -> putPayment(bytes, putByte(bytes, behind, PAYMENT), payment);
            case Model.Shipment shipment -> putShipment(bytes, putByte(bytes, behind, SHIPMENT), shipment);
            default -> throw new IllegalArgumentException("not written by hand: class=" + entity.getClass());
        };
    }

    private static int putCustomer(byte[] bytes, int start, Model.Customer customer) {
        bytes[start] = (byte) customer.segment.ordinal();
        int at = putDate(bytes, start + 1, customer.since);
        at = putString(bytes, at, customer.name);
        at = putOptional(bytes, at, customer.email);
        at = putAddress(bytes, at, customer.billing);
        if (customer.shipping == null) {
            bytes[at++] = 0;
        } else {
            at = putAddress(bytes, putByte(bytes, at, 1), customer.shipping);
        }
        at = putByte(bytes, at, customer.tags.size());
        for (String tag : customer.tags) {
            at = putString(bytes, at, tag);
        }
        at = putByte(bytes, at, customer.attributes.size());
        for (Map.Entry<String, String> each : customer.attributes.entrySet()) {
            at = putString(bytes, at, each.getKey());
            at = putString(bytes, at, each.getValue());
        }
        return at;
    }

    private static int putAddress(byte[] bytes, int start, Model.Address address) {
        putDouble(bytes, start, address.latitude);
        putDouble(bytes, start + 8, address.longitude);
        int at = putString(bytes, start + 16, address.street);
        at = putString(bytes, at, address.city);
        at = putString(bytes, at, address.postcode);
        return putString(bytes, at, address.country);
    }

    private static int putOrder(byte[] bytes, int start, Model.Order order) {
        putLong(bytes, start, order.customerId);
        bytes[start + 8] = (byte) order.state.ordinal();
        int at = putDate(bytes, start + 9, order.placedOn);
        at = putString(bytes, at, order.number);
        at = putDecimal(bytes, at, order.total);
        at = putOptional(bytes, at, order.comment);
        at = putAddress(bytes, at, order.deliverTo);
        at = putByte(bytes, at, order.lines.size());
        for (Model.OrderLine line : order.lines) {
            at = putLine(bytes, at, line);
        }
        at = putByte(bytes, at, order.loyaltyPoints.size());
        for (Map.Entry<String, Long> each : order.loyaltyPoints.entrySet()) {
            at = putString(bytes, at, each.getKey());
            putLong(bytes, at, each.getValue());
            at += 8;
        }
        return at;
    }

    /** A discount that is missing is the largest int. */
    private static int putLine(byte[] bytes, int start, Model.OrderLine line) {
        putInt(bytes, start, line.quantity);
        putInt(bytes, start + 4, line.discountPercent == null ? Integer.MAX_VALUE : line.discountPercent);
        bytes[start + 8] = (byte) (line.gift ? 1 : 0);
        int at = putDecimal(bytes, start + 9, line.unitPrice);
        at = putString(bytes, at, line.sku);
        return putString(bytes, at, line.description);
    }

    private static int putPayment(byte[] bytes, int start, Model.Payment payment) {
        putLong(bytes, start, payment.orderId);
        bytes[start + 8] = (byte) payment.method.ordinal();
        int at = putDecimal(bytes, start + 9, payment.amount);
        at = putInstant(bytes, at, payment.receivedAt);
        return putString(bytes, at, payment.currency);
    }

    private static int putShipment(byte[] bytes, int start, Model.Shipment shipment) {
        putLong(bytes, start, shipment.orderId);
        putDouble(bytes, start + 8, shipment.weightKilograms);
        int at = putByte(bytes, start + 16, shipment.parcelIds.length);
        for (long each : shipment.parcelIds) {
            putLong(bytes, at, each);
            at += 8;
        }
        if (shipment.leftAt == null) {
            bytes[at++] = 0;
        } else {
            at = putInstant(bytes, putByte(bytes, at, 1), shipment.leftAt);
        }
        at = putByte(bytes, at, shipment.stations.size());
        for (Map.Entry<String, Instant> each : shipment.stations.entrySet()) {
            at = putString(bytes, at, each.getKey());
            at = putInstant(bytes, at, each.getValue());
        }
        return at;
    }

    private static int putByte(byte[] bytes, int at, int value) {
        bytes[at] = (byte) value;
        return at + 1;
    }

    private static int putOptional(byte[] bytes, int at, @Nullable String value) {
        return value == null ? putByte(bytes, at, 0) : putString(bytes, putByte(bytes, at, 1), value);
    }

    private static int putInstant(byte[] bytes, int at, Instant instant) {
        putLong(bytes, at, instant.getEpochSecond());
        putInt(bytes, at + 8, instant.getNano());
        return at + 12;
    }

    private static int putDate(byte[] bytes, int at, LocalDate date) {
        putInt(bytes, at, date.getYear() << 9 | date.getMonthValue() << 5 | date.getDayOfMonth());
        return at + 4;
    }

    private static int putDecimal(byte[] bytes, int at, BigDecimal decimal) {
        putLong(bytes, at, decimal.unscaledValue().longValue());
        return putByte(bytes, at + 8, decimal.scale());
    }

    /** Reads what was written; where it is in the message is its only state. Not thread-safe. */
    private static final class Reader {
        private static final Model.Segment[] SEGMENTS = Model.Segment.values();
        private static final Model.OrderState[] STATES = Model.OrderState.values();
        private static final Model.PaymentMethod[] METHODS = Model.PaymentMethod.values();

        private byte[] bytes = new byte[0];
        private int at;

        Model.BusinessBatch read(byte[] message) {
            bytes = message;
            int count = intAt(message, 0);
            at = 4;
            Model.BusinessBatch batch = new Model.BusinessBatch();
            batch.entities = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                batch.entities.add(entity());
            }
            return batch;
        }

        private Model.Entity entity() {
            long id = nextLong();
            int version = nextInt();
            Instant changedAt = instant();
            Model.Entity entity = switch (bytes[at++]) {
                case CUSTOMER -> customer();
                case ORDER -> order();
                case PAYMENT -> payment();
                default -> shipment();
            };
            entity.id = id;
            entity.version = version;
            entity.changedAt = changedAt;
            return entity;
        }

        private Model.Customer customer() {
            Model.Customer customer = new Model.Customer();
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

        private Model.Address address() {
            Model.Address address = new Model.Address();
            address.latitude = nextDouble();
            address.longitude = nextDouble();
            address.street = string();
            address.city = string();
            address.postcode = string();
            address.country = string();
            return address;
        }

        private Model.Order order() {
            Model.Order order = new Model.Order();
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

        private Model.OrderLine line() {
            Model.OrderLine line = new Model.OrderLine();
            line.quantity = nextInt();
            int discount = nextInt();
            line.discountPercent = discount == Integer.MAX_VALUE ? null : discount;
            line.gift = bytes[at++] != 0;
            line.unitPrice = decimal();
            line.sku = string();
            line.description = string();
            return line;
        }

        private Model.Payment payment() {
            Model.Payment payment = new Model.Payment();
            payment.orderId = nextLong();
            payment.method = METHODS[bytes[at++]];
            payment.amount = decimal();
            payment.receivedAt = instant();
            payment.currency = string();
            return payment;
        }

        private Model.Shipment shipment() {
            Model.Shipment shipment = new Model.Shipment();
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
            long value = longAt(bytes, at);
            at += 8;
            return value;
        }

        private double nextDouble() {
            return Double.longBitsToDouble(nextLong());
        }

        private int nextInt() {
            int value = intAt(bytes, at);
            at += 4;
            return value;
        }

        private String string() {
            int start = at;
            at = behindString(bytes, start);
            return stringAt(bytes, start);
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
}
