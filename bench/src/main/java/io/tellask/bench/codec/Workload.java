package io.tellask.bench.codec;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** What is encoded and decoded: one value, always the same, and the classes in it. */
public enum Workload {
    PRICE("price", Values::price, Model.Price.class, Model.Instrument.class),
    MEDIA("media", Values::media, Types.MEDIA),
    MEDIA_STANDARD("media-standard", Values::mediaStandard, Types.MEDIA),
    USER("user", Values::user, Model.User.class),
    BUSINESS_100("business-100", () -> BusinessValues.batch(100), Types.BUSINESS),
    INTS("ints-10k", () -> Values.random().ints(Values.LARGE).toArray(), int[].class),
    INTS_SMALL(
            "ints-small-10k", () -> Values.random().ints(Values.LARGE, 0, 100).toArray(), int[].class),
    LONGS("longs-10k", () -> Values.random().longs(Values.LARGE).toArray(), long[].class),
    DOUBLES(
            "doubles-10k",
            () -> Values.random().doubles(Values.LARGE, -1e9, 1e9).toArray(),
            double[].class),
    BYTES("bytes-10k", () -> Values.bytes(Values.LARGE), byte[].class),
    STRING("string-12", () -> Values.latin(Values.SHORT), String.class),
    STRING_LONG("string-10k", () -> Values.latin(Values.LARGE), String.class),
    STRING_WIDE("string-wide-12", () -> Values.wide(Values.SHORT), String.class),
    STRING_WIDE_LONG("string-wide-10k", () -> Values.wide(Values.LARGE), String.class);

    private final String label;

    @SuppressWarnings("ImmutableEnumChecker") // a method without state
    private final Supplier<Object> value;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<Class<?>> types;

    Workload(String label, Supplier<Object> value, Class<?>... types) {
        this.label = label;
        this.value = value;
        this.types = List.of(types);
    }

    /**
     * Finds a workload by its label.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Workload of(String label) {
        return Arrays.stream(values())
                .filter(each -> each.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such workload: workload=" + label));
    }

    /** The labels of all, in their order. */
    static List<String> labels() {
        return Arrays.stream(values()).map(Workload::label).toList();
    }

    /** The case's name in reports, before {@code -encode} and {@code -decode}. */
    public String label() {
        return label;
    }

    /** A new value, equal to the one before. */
    public Object value() {
        return value.get();
    }

    /** The class of the value. */
    public Class<?> root() {
        return types.getFirst();
    }

    /** All classes of the application in the value, the root's first; a JDK type only where it is the root. */
    public List<Class<?>> types() {
        return types;
    }

    /** What a contender makes of this workload. */
    Subject subject(Engine engine) {
        return engine.meet(root(), types, value());
    }

    /** Whether small objects are encoded, where the codec's own work counts; else large arrays or single strings, where copying does. */
    boolean isObjects() {
        return types.getFirst().getName().startsWith(Contents.OWN);
    }

    /**
     * A number made of all that a value holds, the same in each process.
     *
     * @throws IllegalStateException if what came back is not equal to what was encoded
     */
    public long checksum(Object original, Object decoded) {
        return Contents.requireSame(label, original, decoded).hashCode();
    }

    private static final class Types {
        private static final Class<?>[] MEDIA = {
            Model.MediaContent.class, Model.Media.class, Model.Image.class, Model.Player.class, Model.ImageSize.class
        };
        private static final Class<?>[] BUSINESS = {
            Model.BusinessBatch.class,
            Model.Entity.class,
            Model.Customer.class,
            Model.Order.class,
            Model.Payment.class,
            Model.Shipment.class,
            Model.Address.class,
            Model.OrderLine.class,
            Model.Segment.class,
            Model.OrderState.class,
            Model.PaymentMethod.class
        };
    }
}
