package io.tellask.cli.plot;

/** What a plot is drawn on; x goes to the right and y down, in pixels. Not thread-safe. */
interface Canvas {
    /** What something is, and so its colour. */
    enum Ink {
        TEXT,
        GRID,
        COLLECTION,
        OTHER
    }

    /** Which point of a text is at its x. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    int width();

    int height();

    /** About how wide a text of so many characters is. */
    int textPixels(int characters);

    /** Draws a horizontal line of one pixel. */
    void horizontal(int fromX, int toX, int y, Ink ink);

    /** Draws vertical lines at x that go from each top to one bottom; a top below 0 draws none. */
    void sticks(int fromX, int[] tops, int bottom, Ink ink);

    /** Writes text whose base line is at y. */
    void text(int x, int y, String text, Anchor anchor);
}
