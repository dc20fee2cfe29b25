package io.tellask.bench.codec.model;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/** A medium of jvm-serializers. */
public class Media implements Serializable {
    private static final long serialVersionUID = 1;

    public String uri;
    public String title;
    public int width;
    public int height;
    public String format;
    public long duration;
    public long size;
    public int bitrate;
    public boolean hasBitrate;
    public List<String> persons;
    public Player player;
    public String copyright;

    @Override
    public boolean equals(Object other) {
        return other instanceof Media that
                && Objects.equals(uri, that.uri)
                && Objects.equals(title, that.title)
                && width == that.width
                && height == that.height
                && Objects.equals(format, that.format)
                && duration == that.duration
                && size == that.size
                && bitrate == that.bitrate
                && hasBitrate == that.hasBitrate
                && Objects.equals(persons, that.persons)
                && Objects.equals(player, that.player)
                && Objects.equals(copyright, that.copyright);
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                uri,
                title,
                width,
                height,
                format,
                duration,
                size,
                bitrate,
                hasBitrate,
                persons,
                player.ordinal(),
                copyright);
    }
}
