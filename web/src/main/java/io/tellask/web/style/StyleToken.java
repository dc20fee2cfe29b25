package io.tellask.web.style;

/**
 * A piece of a style.
 *
 * @param kind what it is
 * @param start of it
 * @param end behind it
 */
record StyleToken(Kind kind, int start, int end) {
    enum Kind {
        SPACE,
        COMMENT,
        STRING,
        /** {@code url(x)} without quotes, whole. */
        ADDRESS,
        /** A name with the parenthesis behind it. */
        FUNCTION,
        NAME,
        /** A name behind {@code @}. */
        RULE,
        OPEN,
        CLOSE,
        OTHER
    }
}
