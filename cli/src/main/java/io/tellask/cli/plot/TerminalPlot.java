package io.tellask.cli.plot;

import io.tellask.cli.plot.TimeAxis.Tick;
import java.util.ArrayList;
import java.util.List;

/** A plot of {@value #COLUMNS} by {@value #ROWS} characters of ASCII: {@code |} is a pause of the collector, {@code :} another one. Stateless. */
public final class TerminalPlot {
    private static final int COLUMNS = 64;
    private static final int ROWS = 8;
    private static final int MOST_TICKS = 4;
    private static final int LABEL_CHARS = 9;

    private TerminalPlot() {}

    public static List<String> lines(PausePlot plot) {
        long[] collections = plot.columns(plot.statistics().collections(), COLUMNS);
        long[] others = plot.columns(plot.statistics().others(), COLUMNS);
        List<String> lines = new ArrayList<>();
        List<Long> ticks = plot.lengths().ticks();
        String top = PauseAxis.label(ticks.getLast());
        String bottom = PauseAxis.label(ticks.getFirst());
        for (int row = ROWS; row > 0; row--) {
            StringBuilder line = new StringBuilder(right(row == ROWS ? top : row == 1 ? bottom : "")).append(' ');
            for (int column = 0; column < COLUMNS; column++) {
                line.append(mark(plot, row, collections[column], others[column]));
            }
            lines.add(line.toString().stripTrailing());
        }
        lines.add(times(plot).stripTrailing());
        return lines;
    }

    private static char mark(PausePlot plot, int row, long collection, long other) {
        if (reaches(plot, row, other) && other > collection) {
            return ':';
        }
        return reaches(plot, row, collection) ? '|' : reaches(plot, row, other) ? ':' : ' ';
    }

    /** Each pause has at least one mark. */
    private static boolean reaches(PausePlot plot, int row, long nanos) {
        return nanos >= 0 && (row == 1 || plot.lengths().fraction(nanos) * ROWS > row - 0.5);
    }

    private static String times(PausePlot plot) {
        StringBuilder line = new StringBuilder(" ".repeat(LABEL_CHARS + 1));
        for (Tick tick : plot.time().ticks(MOST_TICKS)) {
            int at = LABEL_CHARS + 1 + (int) (plot.time().fraction(tick.nanos()) * COLUMNS);
            if (at > line.length() || at == LABEL_CHARS + 1) {
                line.append(" ".repeat(at - line.length())).append('^').append(tick.label());
            }
        }
        return line.toString();
    }

    private static String right(String label) {
        return " ".repeat(Math.max(0, LABEL_CHARS - label.length())) + label;
    }
}
