package io.tellask.bench.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The small values of the comparison, and large arrays and strings from a fixed seed. */
final class Values {
    static final int SHORT = 12;
    static final int LARGE = 10_000;

    private static final long SEED = 20_261_120;
    private static final char FIRST_HANGUL = '\uAC00';
    private static final int HANGUL_SYLLABLES = 11_172;

    private Values() {}

    static Model.Price price() {
        Model.Price price = new Model.Price();
        price.symbol = "ALGO2026";
        price.exchange = "XETR";
        price.instrumentId = 4_711_000_123L;
        price.bid = 101.25;
        price.ask = 101.27;
        price.bidQty = 1_500;
        price.askQty = 2_300;
        price.timestamp = 1_763_625_600_123L;
        price.type = 'Q';
        price.instrument = new Model.Instrument();
        price.instrument.mnemonic = "ALGO";
        price.instrument.id = 4_711_000_123L;
        price.instrument.description = "Algorithm Invest Plc";
        return price;
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
        Model.Media media = new Model.Media();
        media.uri = "http://javaone.com/keynote.mpg";
        media.title = "Javaone Keynote";
        media.width = 640;
        media.height = 480;
        media.format = "video/mpg4";
        media.duration = 18_000_000;
        media.size = 58_982_400;
        media.bitrate = 262_144;
        media.hasBitrate = true;
        media.persons = new ArrayList<>(List.of("Bill Gates", secondPerson));
        media.player = Model.Player.JAVA;
        Model.MediaContent content = new Model.MediaContent();
        content.media = media;
        content.images = new ArrayList<>(List.of(
                image("http://javaone.com/keynote_large.jpg", 1_024, 768, Model.ImageSize.LARGE),
                image("http://javaone.com/keynote_small.jpg", 320, 240, Model.ImageSize.SMALL)));
        return content;
    }

    private static Model.Image image(String uri, int width, int height, Model.ImageSize size) {
        Model.Image image = new Model.Image();
        image.uri = uri;
        image.title = "Javaone Keynote";
        image.width = width;
        image.height = height;
        image.size = size;
        return image;
    }

    static Model.User user() {
        Model.User user = new Model.User();
        user.name = "Ruediger Moeller";
        user.pwd = "s3cr3tPassw0rd";
        user.email = "someone@example.com";
        user.city = "Frankfurt";
        user.friends = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            user.friends.add("friend_" + (1_000 + 77 * i));
        }
        return user;
    }

    static int[] ints(int length) {
        return new Random(SEED).ints(length).toArray();
    }

    static int[] smallInts(int length) {
        return new Random(SEED).ints(length, 0, 100).toArray();
    }

    static long[] longs(int length) {
        return new Random(SEED).longs(length).toArray();
    }

    static double[] doubles(int length) {
        return new Random(SEED).doubles(length, -1e9, 1e9).toArray();
    }

    static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(SEED).nextBytes(bytes);
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
        new Random(SEED).ints(length, 0, characters).forEach(offset -> text.append((char) (first + offset)));
        return text.toString();
    }
}
