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
        List<Model.Entity> entities = new ArrayList<>(objects);
        for (int i = 0; i < objects; i++) {
            entities.add(values.entity(i));
        }
        return Values.make(Model.BusinessBatch.class, entities);
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
        return Values.make(
                Model.Customer.class,
                pick(NAMES),
                present() ? "customer" + random.nextInt(100_000) + "@example.com" : null,
                pick(List.of(Model.Segment.values())),
                date(),
                address(),
                present() ? address() : null,
                new ArrayList<>(List.of("newsletter", "tag-" + random.nextInt(50))),
                attributes());
    }

    private Map<String, String> attributes() {
        Map<String, String> attributes = new HashMap<>();
        for (int i = 0; i < 4; i++) {
            attributes.put("attribute-" + i, "value " + random.nextInt(1_000));
        }
        return attributes;
    }

    private Model.Address address() {
        return Values.make(
                Model.Address.class,
                pick(STREETS) + " " + (1 + random.nextInt(200)),
                pick(CITIES),
                Integer.toString(10_000 + random.nextInt(90_000)),
                pick(COUNTRIES),
                45 + 15 * random.nextDouble(),
                15 * random.nextDouble());
    }

    private Model.Order order() {
        Model.Order order = Values.make(
                Model.Order.class,
                "2026-" + (100_000 + random.nextInt(900_000)),
                FIRST_ID + random.nextInt(100),
                pick(List.of(Model.OrderState.values())),
                date(),
                lines(1 + random.nextInt(5)),
                address(),
                present() ? "Please leave it with neighbour " + random.nextInt(10) : null,
                BigDecimal.ZERO,
                new HashMap<>(Map.of("base", random.nextLong(500), "bonus", random.nextLong(50))));
        for (Model.OrderLine line : order.lines) {
            order.total = order.total.add(line.unitPrice.multiply(BigDecimal.valueOf(line.quantity)));
        }
        return order;
    }

    private List<Model.OrderLine> lines(int count) {
        List<Model.OrderLine> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add(Values.make(
                    Model.OrderLine.class,
                    "SKU-" + (10_000 + random.nextInt(90_000)),
                    pick(GOODS),
                    1 + random.nextInt(12),
                    money(),
                    present() ? random.nextInt(30) : null,
                    random.nextBoolean()));
        }
        return lines;
    }

    private Model.Payment payment() {
        return Values.make(
                Model.Payment.class,
                FIRST_ID + random.nextInt(100),
                money(),
                "EUR",
                pick(List.of(Model.PaymentMethod.values())),
                instant());
    }

    private Model.Shipment shipment() {
        return Values.make(
                Model.Shipment.class,
                FIRST_ID + random.nextInt(100),
                random.nextInt(40_000) / 1_000.0,
                random.longs(1 + random.nextInt(4), 0, 1L << 48).toArray(),
                present() ? instant() : null,
                stations());
    }

    private Map<String, Instant> stations() {
        Map<String, Instant> stations = new HashMap<>();
        for (String city : CITIES.subList(0, random.nextInt(CITIES.size()))) {
            stations.put(city, instant());
        }
        return stations;
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
