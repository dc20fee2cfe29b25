package io.tellask.bench.codec.limit;

import io.tellask.bench.codec.model.Image;
import io.tellask.bench.codec.model.ImageSize;
import io.tellask.bench.codec.model.Media;
import io.tellask.bench.codec.model.MediaContent;
import io.tellask.bench.codec.model.Player;
import java.util.ArrayList;
import java.util.List;

/** MediaContent whose strings are Latin-1: numbers of each object first, then its strings, a byte for each count and null. */
class MediaFloor extends Floor {
    private static final Player[] PLAYERS = Player.values();
    private static final ImageSize[] SIZES = ImageSize.values();
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
        MediaContent content = (MediaContent) value;
        byte[] bytes = buffer;
        int at = putMedia(bytes, content.media);
        List<Image> images = content.images;
        int count = images.size();
        bytes[at++] = (byte) count;
        for (int i = 0; i < count; i++) {
            at = putImage(bytes, at, images.get(i));
        }
        length = at;
        return at;
    }

    private int putMedia(byte[] bytes, Media media) {
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

    private static int putImage(byte[] bytes, int at, Image image) {
        putInt(bytes, at, image.width);
        putInt(bytes, at + 4, image.height);
        bytes[at + 8] = (byte) image.size.ordinal();
        int behind = putString(bytes, at + 9, image.uri);
        return putString(bytes, behind, image.title);
    }

    @Override
    public final Object decode(byte[] bytes) {
        Media media = new Media();
        media.duration = longAt(bytes, 0);
        media.size = longAt(bytes, 8);
        media.width = intAt(bytes, 16);
        media.height = intAt(bytes, 20);
        media.bitrate = intAt(bytes, 24);
        media.hasBitrate = bytes[28] != 0;
        media.player = PLAYERS[bytes[29]];
        MediaContent content = new MediaContent();
        content.media = media;
        int at = mediaStrings(bytes, media);
        int count = bytes[at++];
        List<Image> images = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Image image = new Image();
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

    private int mediaStrings(byte[] bytes, Media media) {
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
}
