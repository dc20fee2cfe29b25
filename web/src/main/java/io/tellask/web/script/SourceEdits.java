package io.tellask.web.script;

/** A text with pieces replaced, given in order. Keeps line breaks outside of the pieces. Not thread-safe. */
public final class SourceEdits {
    private final String source;
    private final StringBuilder edited;
    private int done;

    public SourceEdits(String source) {
        this.source = source;
        this.edited = new StringBuilder(source.length() + 256);
    }

    /**
     * Puts a text in place of a piece.
     *
     * @throws IllegalArgumentException if the piece begins before the end of the last one, or ends before it begins
     */
    public void replace(int start, int end, String text) {
        if (start < done || end < start || end > source.length()) {
            throw new IllegalArgumentException("edits: start=" + start + ", end=" + end + ", done=" + done + ", length="
                    + source.length() + "; give pieces in order");
        }
        edited.append(source, done, start).append(text);
        done = end;
    }

    /** The text with what has been replaced so far. */
    @Override
    public String toString() {
        return edited + source.substring(done);
    }
}
