package io.tellask.bench.codec;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The small values of the comparison, and large arrays and strings from a fixed seed. */
final class Values {
    static final int SHORT = 12;
    static final int LARGE = 10_000;

    private static final long SEED = 20_261_120;
    private static final char FIRST_HANGUL = '\uAC00';
    private static final int HANGUL_SYLLABLES = 11_172;

    private Values() {}

    /** A new object of a class, whose own fields have these values, in the order of their declaration. */
    static <T> T make(Class<T> type, @Nullable Object... values) {
        try {
            T made = type.getConstructor().newInstance();
            Field[] fields = type.getDeclaredFields();
            for (int i = 0; i < values.length; i++) {
                fields[i].set(made, values[i]);
            }
            return made;
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("cannot make an object: class=" + type.getName(), e);
        }
    }

    static Model.Price price() {
        long id = 4_711_000_123L;
        Model.Instrument instrument = make(Model.Instrument.class, "ALGO", id, "Algorithm Invest Plc");
        return make(
                Model.Price.class,
                "ALGO2026",
                "XETR",
                id,
                101.25,
                101.27,
                1_500,
                2_300,
                1_763_625_600_123L,
                'Q',
                instrument);
    }

    /** The value of jvm-serializers with ASCII names. */
    static Model.MediaContent media() {
        return media("Steve Jobs");
    }

    /** The value of jvm-serializers as it is, with one name that is not Latin-1. */
    static Model.MediaContent mediaStandard() {
        return media("Steve Jobs\uC2A4");
    }

    private static Model.MediaContent media(String secondPerson) {
        String title = "Javaone Keynote";
        List<String> persons = new ArrayList<>(List.of("Bill Gates", secondPerson));
        Model.Media media = make(
                Model.Media.class,
                "http://javaone.com/keynote.mpg",
                title,
                640,
                480,
                "video/mpg4",
                18_000_000,
                58_982_400,
                262_144,
                true,
                persons,
                Model.Player.JAVA);
        String large = "http://javaone.com/keynote_large.jpg";
        String small = "http://javaone.com/keynote_small.jpg";
        List<Model.Image> images = new ArrayList<>(List.of(
                make(Model.Image.class, large, title, 1_024, 768, Model.ImageSize.LARGE),
                make(Model.Image.class, small, title, 320, 240, Model.ImageSize.SMALL)));
        return make(Model.MediaContent.class, media, images);
    }

    static Model.User user() {
        List<String> friends = IntStream.range(0, 8)
                .mapToObj(i -> "friend_" + (1_000 + 77 * i))
                .toList();
        return make(
                Model.User.class,
                "Ruediger Moeller",
                "s3cr3tPassw0rd",
                "someone@example.com",
                "Frankfurt",
                new ArrayList<>(friends));
    }

    /** Where large arrays come from. */
    static Random random() {
        return new Random(SEED);
    }

    static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random().nextBytes(bytes);
        return bytes;
    }

    /** Printable ASCII. */
    static String latin(int length) {
        return text(length, ' ', '~' - ' ' + 1);
    }

    /** Hangul syllables. */
    static String wide(int length) {
        return text(length, FIRST_HANGUL, HANGUL_SYLLABLES);
    }

    private static String text(int length, char first, int characters) {
        StringBuilder text = new StringBuilder(length);
        random().ints(length, 0, characters).forEach(offset -> text.append((char) (first + offset)));
        return text.toString();
    }
}
