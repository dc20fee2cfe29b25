package io.tellask.cli.pauselog;

import java.util.ArrayList;
import java.util.List;

/** Where a pause was found: the file, the line, and for the longest ones the lines around. Not thread-safe. */
public final class Sighting {
    /** How many lines before and after a pause are kept. */
    static final int LINES_AROUND = 2;

    private final String file;
    private final long line;
    private final List<String> lines = new ArrayList<>();
    private int missing;

    /** A place whose lines are not kept; {@code line} counts from 1 and is 0 in a recording, which has none. */
    public Sighting(String file, long line) {
        this.file = file;
        this.line = line;
    }

    /** A place with the lines up to it; those behind it are added as they are read. */
    Sighting(String file, long line, List<String> linesBefore) {
        this(file, line);
        lines.addAll(linesBefore);
        missing = LINES_AROUND;
    }

    /** Adds a line behind the pause; whether a further one is wanted. */
    boolean add(String following) {
        lines.add(following);
        return --missing > 0;
    }

    public String file() {
        return file;
    }

    public long line() {
        return line;
    }

    /** Lines as they stand in the log, cut at {@link LogLines#CONTEXT_CHARS} characters; not safe to print as they are. */
    public List<String> lines() {
        return List.copyOf(lines);
    }
}
