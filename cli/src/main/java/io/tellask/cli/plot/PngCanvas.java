package io.tellask.cli.plot;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;

/** Draws on an image of five colours, one byte a pixel, and writes it as PNG. Not thread-safe. */
final class PngCanvas implements Canvas {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

    /** Paper, and then the inks in their order. */
    private static final int[] PALETTE = {0xffffff, 0x222222, 0xdddddd, 0x0072b2, 0xd55e00};

    private static final int PALETTE_COLOURS = 3;
    private static final int DEPTH_BITS = 8;
    private static final int GLYPH_SCALE = 2;

    private final int width;
    private final int height;
    private final byte[] pixels;

    PngCanvas(int width, int height) {
        this.width = width;
        this.height = height;
        pixels = new byte[width * height];
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public int height() {
        return height;
    }

    @Override
    public int textPixels(int characters) {
        return characters * GlyphTable.ADVANCE * GLYPH_SCALE;
    }

    @Override
    public void horizontal(int fromX, int toX, int y, Ink ink) {
        Arrays.fill(pixels, y * width + fromX, y * width + toX, colour(ink));
    }

    @Override
    public void sticks(int fromX, int[] tops, int bottom, Ink ink) {
        for (int i = 0; i < tops.length; i++) {
            for (int y = tops[i] < 0 ? bottom : tops[i]; y < bottom; y++) {
                dot(fromX + i, y, ink);
            }
        }
    }

    @Override
    public void text(int x, int y, String text, Anchor anchor) {
        int whole = textPixels(text.length());
        int start = switch (anchor) {
            case START -> x;
            case MIDDLE -> x - whole / 2;
            case END -> x - whole;
        };
        for (int i = 0; i < text.length(); i++) {
            glyph(start + textPixels(i), y - GlyphTable.HEIGHT * GLYPH_SCALE, text.charAt(i));
        }
    }

    private void glyph(int left, int top, char character) {
        for (int y = 0; y < GlyphTable.HEIGHT * GLYPH_SCALE; y++) {
            for (int x = 0; x < GlyphTable.WIDTH * GLYPH_SCALE; x++) {
                if (GlyphTable.isSet(character, x / GLYPH_SCALE, y / GLYPH_SCALE)) {
                    dot(left + x, top + y, Ink.TEXT);
                }
            }
        }
    }

    private void dot(int x, int y, Ink ink) {
        if (x >= 0 && x < width && y >= 0 && y < height) {
            pixels[y * width + x] = colour(ink);
        }
    }

    private static byte colour(Ink ink) {
        return (byte) (ink.ordinal() + 1);
    }

    void writeTo(OutputStream out) throws IOException {
        DataOutputStream data = new DataOutputStream(out);
        data.write(SIGNATURE);
        chunk(data, "IHDR", header());
        chunk(data, "PLTE", palette());
        chunk(data, "IDAT", packedPixels());
        chunk(data, "IEND", new byte[0]);
        data.flush();
    }

    private byte[] header() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream header = new DataOutputStream(bytes);
        header.writeInt(width);
        header.writeInt(height);
        header.write(new byte[] {DEPTH_BITS, PALETTE_COLOURS, 0, 0, 0});
        return bytes.toByteArray();
    }

    private static byte[] palette() {
        byte[] palette = new byte[3 * PALETTE.length];
        for (int i = 0; i < PALETTE.length; i++) {
            palette[3 * i] = (byte) (PALETTE[i] >> 16);
            palette[3 * i + 1] = (byte) (PALETTE[i] >> 8);
            palette[3 * i + 2] = (byte) PALETTE[i];
        }
        return palette;
    }

    /** The rows, each behind a byte 0: it is not filtered. */
    private byte[] packedPixels() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream packed = new DeflaterOutputStream(bytes)) {
            for (int y = 0; y < height; y++) {
                packed.write(0);
                packed.write(pixels, y * width, width);
            }
        }
        return bytes.toByteArray();
    }

    private static void chunk(DataOutputStream out, String type, byte[] content) throws IOException {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 crc = new CRC32();
        crc.update(name);
        crc.update(content);
        out.writeInt(content.length);
        out.write(name);
        out.write(content);
        out.writeInt((int) crc.getValue());
    }
}
