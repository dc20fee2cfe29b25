package io.tellask.bench.codec;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Makes mixed business objects from a fixed seed: of ten, two are customers, four orders with one to five lines, two
 * payments and two shipments. A third of what may be missing is.
 */
final class BusinessValues {
    private static final long SEED = 20_261_120;
    private static final long FIRST_ID = 1_000_000;
    private static final long NOW_MILLIS = 1_763_625_600_123L;
    private static final long YEAR_MILLIS = 31_536_000_000L;
    private static final List<String> STREETS = List.of("Hauptstrasse", "Rue de la Gare", "High Street", "Königsallee");
    private static final List<String> CITIES = List.of("Frankfurt", "Lyon", "Manchester", "Düsseldorf", "Oslo");
    private static final List<String> COUNTRIES = List.of("DE", "FR", "GB", "NO");
    private static final List<String> NAMES = List.of("Ada Byron", "Grace Murray", "Alan Turing", "Emmy Noether");
    private static final List<String> GOODS =
            List.of("Stainless steel screw M4", "Cordless drill 18 V", "Paint, white, 5 l", "LED bulb E27");

    private final Random random = new Random(SEED);

    private BusinessValues() {}

    static Model.BusinessBatch batch(int objects) {
        BusinessValues values = new BusinessValues();
        Model.BusinessBatch batch = new Model.BusinessBatch();
        batch.entities = new ArrayList<>(objects);
        for (int i = 0; i < objects; i++) {
            batch.entities.add(values.entity(i));
        }
        return batch;
    }

    private Model.Entity entity(int index) {
        Model.Entity entity = switch (index % 10) {
            case 0, 5 -> customer();
            case 1, 2, 6, 7 -> order();
            case 3, 8 -> payment();
            default -> shipment();
        };
        entity.id = FIRST_ID + index;
        entity.version = random.nextInt(20);
        entity.changedAt = instant();
        return entity;
    }

    private Model.Customer customer() {
        Model.Customer customer = new Model.Customer();
        customer.name = pick(NAMES);
        customer.email = present() ? "customer" + random.nextInt(100_000) + "@example.com" : null;
        customer.segment = pick(List.of(Model.Segment.values()));
        customer.since = date();
        customer.billing = address();
        customer.shipping = present() ? address() : null;
        customer.tags = new ArrayList<>(List.of("newsletter", "tag-" + random.nextInt(50)));
        customer.attributes = new HashMap<>();
        for (int i = 0; i < 4; i++) {
            customer.attributes.put("attribute-" + i, "value " + random.nextInt(1_000));
        }
        return customer;
    }

    private Model.Address address() {
        Model.Address address = new Model.Address();
        address.street = pick(STREETS) + " " + (1 + random.nextInt(200));
        address.city = pick(CITIES);
        address.postcode = Integer.toString(10_000 + random.nextInt(90_000));
        address.country = pick(COUNTRIES);
        address.latitude = 45 + 15 * random.nextDouble();
        address.longitude = 15 * random.nextDouble();
        return address;
    }

    private Model.Order order() {
        Model.Order order = new Model.Order();
        order.number = "2026-" + (100_000 + random.nextInt(900_000));
        order.customerId = FIRST_ID + random.nextInt(100);
        order.state = pick(List.of(Model.OrderState.values()));
        order.placedOn = date();
        order.lines = new ArrayList<>();
        order.total = BigDecimal.ZERO;
        int lines = 1 + random.nextInt(5);
        for (int i = 0; i < lines; i++) {
            Model.OrderLine line = line();
            order.lines.add(line);
            order.total = order.total.add(line.unitPrice.multiply(BigDecimal.valueOf(line.quantity)));
        }
        order.deliverTo = address();
        order.comment = present() ? "Please leave it with neighbour " + random.nextInt(10) : null;
        order.loyaltyPoints = new HashMap<>(Map.of("base", random.nextLong(500), "bonus", random.nextLong(50)));
        return order;
    }

    private Model.OrderLine line() {
        Model.OrderLine line = new Model.OrderLine();
        line.sku = "SKU-" + (10_000 + random.nextInt(90_000));
        line.description = pick(GOODS);
        line.quantity = 1 + random.nextInt(12);
        line.unitPrice = money();
        line.discountPercent = present() ? random.nextInt(30) : null;
        line.gift = random.nextBoolean();
        return line;
    }

    private Model.Payment payment() {
        Model.Payment payment = new Model.Payment();
        payment.orderId = FIRST_ID + random.nextInt(100);
        payment.amount = money();
        payment.currency = "EUR";
        payment.method = pick(List.of(Model.PaymentMethod.values()));
        payment.receivedAt = instant();
        return payment;
    }

    private Model.Shipment shipment() {
        Model.Shipment shipment = new Model.Shipment();
        shipment.orderId = FIRST_ID + random.nextInt(100);
        shipment.weightKilograms = random.nextInt(40_000) / 1_000.0;
        shipment.parcelIds = random.longs(1 + random.nextInt(4), 0, 1L << 48).toArray();
        shipment.leftAt = present() ? instant() : null;
        shipment.stations = new HashMap<>();
        for (String city : CITIES.subList(0, random.nextInt(CITIES.size()))) {
            shipment.stations.put(city, instant());
        }
        return shipment;
    }

    private BigDecimal money() {
        return BigDecimal.valueOf(100L + random.nextInt(100_000), 2);
    }

    private Instant instant() {
        return Instant.ofEpochMilli(NOW_MILLIS - random.nextLong(YEAR_MILLIS));
    }

    private LocalDate date() {
        return LocalDate.of(2015, 1, 1).plusDays(random.nextInt(4_000));
    }

    private boolean present() {
        return random.nextInt(3) > 0;
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
