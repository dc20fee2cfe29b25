package io.tellask.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Currency;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Random values that are no graphs: what stands at the leaves. */
final class GraphValues {
    private static final Locale[] LOCALES = {Locale.ROOT, Locale.GERMANY, Locale.forLanguageTag("zh-Hant-TW-x-java")};

    private final Random random;

    GraphValues(Random random) {
        this.random = random;
    }

    TimeUnit unit() {
        return TimeUnit.values()[random.nextInt(7)];
    }

    /** A number of any length. */
    long number() {
        return random.nextLong() >> random.nextInt(64);
    }

    Object scalar() {
        return switch (random.nextInt(12)) {
            case 0 -> null;
            case 1 -> (int) number();
            case 2 -> number();
            case 3, 4, 5 -> string();
            case 6 -> unit();
            case 7 -> random.nextBoolean();
            case 8 -> time();
            case 9 -> big();
            case 10 -> box();
            default -> named();
        };
    }

    private Object time() {
        long seconds = random.nextLong() >> 30;
        return switch (random.nextInt(6)) {
            case 0 -> Instant.ofEpochSecond(seconds, random.nextInt(1_000_000_000));
            case 1 -> Duration.ofSeconds(seconds, random.nextInt(1_000_000_000));
            case 2 -> LocalDate.ofEpochDay(random.nextInt(1_000_000));
            case 3 -> LocalDateTime.ofEpochSecond(seconds, random.nextInt(1_000_000_000), ZoneOffset.UTC);
            case 4 -> Instant.ofEpochSecond(seconds).atZone(ZoneId.of(random.nextBoolean() ? "Europe/Berlin" : "UTC"));
            default -> Period.of(random.nextInt(9), -random.nextInt(9), random.nextInt(99));
        };
    }

    private Object big() {
        BigInteger unscaled = new BigInteger(random.nextInt(200), random);
        return switch (random.nextInt(3)) {
            case 0 -> unscaled.negate();
            case 1 -> new BigDecimal(unscaled, random.nextInt(40) - 20);
            default -> BitSet.valueOf(new long[] {random.nextLong(), number()});
        };
    }

    private Object box() {
        return switch (random.nextInt(5)) {
            case 0 -> (byte) random.nextInt();
            case 1 -> (short) random.nextInt();
            case 2 -> (char) random.nextInt();
            case 3 -> random.nextFloat();
            default -> random.nextGaussian();
        };
    }

    private Object named() {
        return switch (random.nextInt(5)) {
            case 0 -> new UUID(random.nextLong(), random.nextLong());
            case 1 -> URI.create("tellask://host:" + random.nextInt(65_536) + "/path?x=%20");
            case 2 -> LOCALES[random.nextInt(LOCALES.length)];
            case 3 -> Currency.getInstance(random.nextBoolean() ? "EUR" : "JPY");
            default -> Optional.of(string());
        };
    }

    Object primitives() {
        int length = random.nextInt(9);
        return switch (random.nextInt(8)) {
            case 0 -> random.ints(length).toArray();
            case 1 -> random.longs(length).toArray();
            case 2 -> random.doubles(length).toArray();
            case 3 -> string().toCharArray();
            case 4 -> {
                byte[] bytes = new byte[random.nextInt(300)];
                random.nextBytes(bytes);
                yield bytes;
            }
            case 5 -> new boolean[] {true, random.nextBoolean(), false};
            case 6 -> new short[] {(short) random.nextInt(), -1};
            default -> {
                long[] small = new long[length];
                Arrays.setAll(small, i -> number());
                yield small;
            }
        };
    }

    String string() {
        int length = random.nextInt(10) == 0 ? random.nextInt(300) : random.nextInt(12);
        int bound = switch (random.nextInt(5)) {
            case 0 -> 0x1_0000;
            case 1 -> 256;
            case 2 -> 0x3000;
            default -> 128;
        };
        boolean mostlyLatin = random.nextInt(5) == 0;
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) random.nextInt(mostlyLatin && i > 0 ? 128 : bound));
        }
        return text.toString();
    }
}
