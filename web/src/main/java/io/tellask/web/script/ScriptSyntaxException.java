package io.tellask.web.script;

/** A script cannot be read: text, comment, template, pattern or bracket that does not end, or an import that names nothing. */
public final class ScriptSyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int offset;

    ScriptSyntaxException(int offset, String message) {
        super(message);
        this.offset = offset;
    }

    /** Where it begins, in characters of the script. */
    public int offset() {
        return offset;
    }
}
