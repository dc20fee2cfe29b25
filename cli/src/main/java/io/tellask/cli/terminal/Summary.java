package io.tellask.cli.terminal;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** What was done, with figures, in one line: {@code checked: records=5, bytes=4096} for people, or a JSON object for programs. */
public final class Summary {
    private final String what;
    private final List<String> names = new ArrayList<>(List.of("event"));
    private final List<Object> figures = new ArrayList<>();

    public Summary(String what) {
        this.what = what;
        figures.add(what);
    }

    public Summary with(String name, Object figure) {
        names.add(name);
        figures.add(figure);
        return this;
    }

    public void print(PrintWriter out, boolean json) {
        if (json) {
            Table table = new Table(names.toArray(String[]::new));
            table.add(figures.toArray());
            table.printJson(out);
            return;
        }
        StringBuilder line = new StringBuilder(what).append(": ");
        for (int i = 1; i < names.size(); i++) {
            line.append(i == 1 ? "" : ", ").append(names.get(i)).append('=').append(figures.get(i));
        }
        out.println(line);
    }
}
