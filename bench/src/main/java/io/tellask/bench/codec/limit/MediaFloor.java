package io.tellask.bench.codec.limit;

import io.tellask.bench.codec.Model;
import java.util.ArrayList;
import java.util.List;

/** MediaContent whose strings are Latin-1: numbers of each object first, then its strings, a byte for each count and null. */
class MediaFloor extends Floor {
    private static final Model.Player[] PLAYERS = Model.Player.values();
    private static final Model.ImageSize[] SIZES = Model.ImageSize.values();
    private static final int NUMBERS = 32;

    MediaFloor() {
        super(1_024);
    }

    /** Writes a person's name; here it is known to be Latin-1. */
    int putPerson(byte[] bytes, int at, String name) {
        return putString(bytes, at, name);
    }

    /** Adds a person's name to a list and returns the position behind it. */
    int person(byte[] bytes, int at, List<String> persons) {
        persons.add(stringAt(bytes, at));
        return behindString(bytes, at);
    }

    @Override
    public final int encode(Object value) {
        Model.MediaContent content = (Model.MediaContent) value;
        byte[] bytes = buffer;
        int at = putMedia(bytes, content.media);
        List<Model.Image> images = content.images;
        int count = images.size();
        bytes[at++] = (byte) count;
        for (int i = 0; i < count; i++) {
            at = putImage(bytes, at, images.get(i));
        }
        length = at;
        return at;
    }

    private int putMedia(byte[] bytes, Model.Media media) {
        putLong(bytes, 0, media.duration);
        putLong(bytes, 8, media.size);
        putInt(bytes, 16, media.width);
        putInt(bytes, 20, media.height);
        putInt(bytes, 24, media.bitrate);
        bytes[28] = (byte) (media.hasBitrate ? 1 : 0);
        bytes[29] = (byte) media.player.ordinal();
        bytes[30] = (byte) (media.copyright != null ? 1 : 0);
        List<String> persons = media.persons;
        int count = persons.size();
        bytes[31] = (byte) count;
        int at = putString(bytes, NUMBERS, media.uri);
        at = putString(bytes, at, media.title);
        at = putString(bytes, at, media.format);
        if (media.copyright != null) {
            at = putString(bytes, at, media.copyright);
        }
        for (int i = 0; i < count; i++) {
            at = putPerson(bytes, at, persons.get(i));
        }
        return at;
    }

    private static int putImage(byte[] bytes, int at, Model.Image image) {
        putInt(bytes, at, image.width);
        putInt(bytes, at + 4, image.height);
        bytes[at + 8] = (byte) image.size.ordinal();
        int behind = putString(bytes, at + 9, image.uri);
        return putString(bytes, behind, image.title);
    }

    @Override
    public final Object decode(byte[] bytes) {
        Model.Media media = new Model.Media();
        media.duration = longAt(bytes, 0);
        media.size = longAt(bytes, 8);
        media.width = intAt(bytes, 16);
        media.height = intAt(bytes, 20);
        media.bitrate = intAt(bytes, 24);
        media.hasBitrate = bytes[28] != 0;
        media.player = PLAYERS[bytes[29]];
        Model.MediaContent content = new Model.MediaContent();
        content.media = media;
        int at = mediaStrings(bytes, media);
        int count = bytes[at++];
        List<Model.Image> images = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Model.Image image = new Model.Image();
            image.width = intAt(bytes, at);
            image.height = intAt(bytes, at + 4);
            image.size = SIZES[bytes[at + 8]];
            image.uri = stringAt(bytes, at + 9);
            at = behindString(bytes, at + 9);
            image.title = stringAt(bytes, at);
            at = behindString(bytes, at);
            images.add(image);
        }
        content.images = images;
        return content;
    }

    private int mediaStrings(byte[] bytes, Model.Media media) {
        media.uri = stringAt(bytes, NUMBERS);
        int at = behindString(bytes, NUMBERS);
        media.title = stringAt(bytes, at);
        at = behindString(bytes, at);
        media.format = stringAt(bytes, at);
        at = behindString(bytes, at);
        if (bytes[30] != 0) {
            media.copyright = stringAt(bytes, at);
            at = behindString(bytes, at);
        }
        int count = bytes[31];
        List<String> persons = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            at = person(bytes, at, persons);
        }
        media.persons = persons;
        return at;
    }

    /**
     * MediaContent in which the names of persons may hold any character, and every other string is Latin-1. A name's first
     * byte is its length in bytes, odd ends marked: Latin-1 has the lowest bit clear, two bytes a character have it set.
     */
    static final class WideMediaFloor extends MediaFloor {
        private static final int LONGEST = 127;

        private final char[] characters = new char[LONGEST];

        @Override
        int putPerson(byte[] bytes, int at, String name) {
            int count = name.length();
            int any = 0;
            for (int i = 0; i < count; i++) {
                any |= name.charAt(i);
            }
            return any < 0x100 ? putLatin(bytes, at, name, count) : putWide(bytes, at, name, count);
        }

        @SuppressWarnings("deprecation") // one array copy, as in Floor
        private static int putLatin(byte[] bytes, int at, String name, int count) {
            bytes[at] = (byte) (count << 1);
            name.getBytes(0, count, bytes, at + 1);
            return at + 1 + count;
        }

        private static int putWide(byte[] bytes, int at, String name, int count) {
            bytes[at] = (byte) (count << 1 | 1);
            for (int i = 0; i < count; i++) {
                putChar(bytes, at + 1 + 2 * i, name.charAt(i));
            }
            return at + 1 + 2 * count;
        }

        @Override
        @SuppressWarnings("deprecation") // one array copy, as in Floor
        int person(byte[] bytes, int at, List<String> persons) {
            int count = (bytes[at] & 0xff) >> 1;
            if ((bytes[at] & 1) == 0) {
                persons.add(new String(bytes, 0, at + 1, count));
                return at + 1 + count;
            }
            char[] wide = characters;
            for (int i = 0; i < count; i++) {
                wide[i] = charAt(bytes, at + 1 + 2 * i);
            }
            persons.add(new String(wide, 0, count));
            return at + 1 + 2 * count;
        }
    }
}
