package io.tellask.cli.pauselog;

import java.util.ArrayList;
import java.util.List;

/** What a reader of the result should know of its logs; at most {@link #MOST}. Not thread-safe. */
final class Notes {
    /** The most notes that are kept. */
    static final int MOST = 20;

    private final List<String> notes = new ArrayList<>();
    private long more;

    void add(String note) {
        if (notes.size() < MOST) {
            notes.add(note);
        } else {
            more++;
        }
    }

    List<String> all() {
        List<String> all = new ArrayList<>(notes);
        if (more > 0) {
            all.add(more + " more notes of this kind");
        }
        return all;
    }
}
