package io.tellask.cli.plot;

import io.tellask.cli.pauselog.PauseStatistics;
import io.tellask.cli.pauselog.Sticks;
import io.tellask.cli.plot.Canvas.Anchor;
import io.tellask.cli.plot.Canvas.Ink;
import java.util.Arrays;
import java.util.LongSummaryStatistics;
import java.util.stream.Stream;

/**
 * How long the application stood still, over time: a stick for each pause, or for the longest of those that fall on one pixel, in one colour for
 * the collector's and another for all others. Immutable as long as the statistics are.
 */
public final class PausePlot {
    private static final int LEFT = 80;
    private static final int RIGHT = 20;
    private static final int TOP = 50;
    private static final int BOTTOM = 50;
    private static final int LINE = 20;
    private static final int FEWEST_TICKS = 3;

    /** Of the longest time at a tick, and a blank. */
    private static final int TICK_CHARS = 13;

    private final PauseStatistics statistics;
    private final TimeAxis time;
    private final PauseAxis lengths;

    public PausePlot(PauseStatistics statistics, TimeAxis time, boolean logarithmic) {
        this.statistics = statistics;
        this.time = time;
        LongSummaryStatistics nanos = Stream.of(statistics.collections(), statistics.others())
                .flatMap(each -> each.all().stream())
                .mapToLong(Sticks.Stick::nanos)
                .summaryStatistics();
        long longest = Math.max(1, nanos.getMax());
        lengths = logarithmic
                ? PauseAxis.logarithmic(Math.min(longest, nanos.getMin()), longest)
                : PauseAxis.linear(longest);
    }

    PauseStatistics statistics() {
        return statistics;
    }

    TimeAxis time() {
        return time;
    }

    PauseAxis lengths() {
        return lengths;
    }

    /** What it shows, in a line. */
    String title() {
        return statistics.count() + " pauses, stopped " + PauseAxis.label(statistics.totalNanos()) + ", longest "
                + PauseAxis.label(statistics.percentileNanos(100));
    }

    void draw(Canvas canvas) {
        int right = canvas.width() - RIGHT;
        int bottom = canvas.height() - BOTTOM;
        canvas.text(LEFT - 70, LINE, title(), Anchor.START);
        canvas.text(LEFT, 2 * LINE, "collector", Anchor.START);
        canvas.sticks(LEFT - 10, new int[] {LINE + 6, LINE + 6, LINE + 6}, 2 * LINE, Ink.COLLECTION);
        canvas.text(LEFT + 140, 2 * LINE, "other", Anchor.START);
        canvas.sticks(LEFT + 130, new int[] {LINE + 6, LINE + 6, LINE + 6}, 2 * LINE, Ink.OTHER);
        for (long tick : lengths.ticks()) {
            int y = y(tick, bottom);
            canvas.horizontal(LEFT, right, y, Ink.GRID);
            canvas.text(LEFT - 8, y + 5, PauseAxis.label(tick), Anchor.END);
        }
        drawTimes(canvas, right, bottom);
        canvas.sticks(LEFT, tops(statistics.collections(), right - LEFT, bottom), bottom, Ink.COLLECTION);
        canvas.sticks(LEFT, tops(statistics.others(), right - LEFT, bottom), bottom, Ink.OTHER);
    }

    private void drawTimes(Canvas canvas, int right, int bottom) {
        int most = Math.max(FEWEST_TICKS, (right - LEFT) / canvas.textPixels(TICK_CHARS));
        for (TimeAxis.Tick tick : time.ticks(most)) {
            int x = LEFT + (int) Math.round(time.fraction(tick.nanos()) * (right - LEFT));
            canvas.sticks(x, new int[] {bottom}, bottom + 5, Ink.TEXT);
            canvas.text(x, bottom + LINE, tick.label(), Anchor.MIDDLE);
        }
        canvas.text((LEFT + right) / 2, bottom + 2 * LINE, time.unit(), Anchor.MIDDLE);
    }

    /** The y where the longest stick of each pixel ends; below 0 where there is none. */
    private int[] tops(Sticks sticks, int width, int bottom) {
        long[] nanos = columns(sticks, width);
        return Arrays.stream(nanos)
                .mapToInt(each -> each < 0 ? -1 : Math.min(y(each, bottom), bottom - 1))
                .toArray();
    }

    /** The longest stick in each of so many columns; below 0 where there is none. */
    long[] columns(Sticks sticks, int columns) {
        long[] nanos = new long[columns];
        Arrays.fill(nanos, -1);
        for (Sticks.Stick stick : sticks.all()) {
            double fraction = Math.clamp(time.fraction(stick.startNanos()), 0, 1);
            int column = Math.min(columns - 1, (int) (fraction * columns));
            nanos[column] = Math.max(nanos[column], stick.nanos());
        }
        return nanos;
    }

    private int y(long nanos, int bottom) {
        return bottom - (int) Math.round(lengths.fraction(nanos) * (bottom - TOP));
    }
}
