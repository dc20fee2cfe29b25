package io.tellask.web.script;

/**
 * A piece of a script.
 *
 * @param kind what it is
 * @param start of it
 * @param end behind it
 * @param isAfterLineBreak whether a line ends between the piece before and this one
 */
record Token(Kind kind, int start, int end, boolean isAfterLineBreak) {
    enum Kind {
        WORD,
        NUMBER,
        STRING,
        TEMPLATE,
        PATTERN,
        PUNCTUATOR,
        END
    }
}
