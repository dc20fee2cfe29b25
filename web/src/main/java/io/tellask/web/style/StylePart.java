package io.tellask.web.style;

/**
 * A piece of a style that bundling cares for. Offsets are in characters of the style.
 *
 * @param kind what it is
 * @param start of it: of an import, of the whole statement
 * @param end behind it
 * @param address that is named, with escapes resolved; empty for a statement of layers
 * @param conditions of an import, as written: {@code layer(base) supports(…) screen}; empty for none
 */
public record StylePart(Kind kind, int start, int end, String address, String conditions) {
    /** What a piece is. */
    public enum Kind {
        /** {@code @import …;} where it counts: before all rules. */
        IMPORT,
        /** {@code @layer a, b;} before or between imports. */
        LAYERS,
        /** {@code @charset …;}. */
        CHARSET,
        /** {@code url(…)}, or a text in {@code image-set(…)}. */
        ADDRESS
    }
}
