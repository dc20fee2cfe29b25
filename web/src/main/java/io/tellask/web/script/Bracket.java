package io.tellask.web.script;

/** What an open bracket began, which decides what a slash behind its end means. */
enum Bracket {
    /** {@code (}. */
    PARENTHESIS(')'),
    /** That of {@code if}, {@code for}, {@code while} and {@code with}, behind which a statement begins. */
    HEAD(')'),
    /** {@code [}. */
    SQUARE(']'),
    /** Statements, or the body of a function. */
    BLOCK('}'),
    /** The body of a class. */
    CLASS('}'),
    /** An object, or names that are imported. */
    OBJECT('}'),
    /** An expression in a template. */
    TEMPLATE('}');

    final char end;

    Bracket(char end) {
        this.end = end;
    }

    /** Whether an operand may stand behind it, so that a slash begins a pattern. */
    boolean isBeforeOperand() {
        return this == HEAD || this == BLOCK || this == CLASS;
    }

    /** Whether names of members stand in it. */
    boolean holdsMembers() {
        return this == OBJECT || this == CLASS;
    }
}
