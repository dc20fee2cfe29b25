package io.tellask.actor;

import io.tellask.actor.SystemDump.Section;
import io.tellask.actor.SystemDump.Waiting;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes a dump as JSON, piece by piece: beside the dump there is never more of it than a piece and a row. Used once, by one thread.
 */
final class DumpJson implements Iterator<String> {
    private static final char FIRST_PRINTABLE = ' ';
    private static final char LAST_PRINTABLE = '~';

    private final StringBuilder out = new StringBuilder();
    private final ArrayDeque<Runnable> parts = new ArrayDeque<>(); // each writes something, at most a row
    private final int mostChars;

    DumpJson(SystemDump dump, int mostChars) {
        this.mostChars = mostChars;
        parts.add(() -> writeHead(dump));
        addRows("actors", dump.actors(), DumpJson::actor);
        addRows("threads", dump.threads(), DumpJson::thread);
        addRows("deadLetters", dump.deadLetters(), DumpJson::letter);
        addText(",\"sections\":[");
        for (int i = 0; i < dump.sections().size(); i++) {
            addSection(i == 0 ? "" : ",", dump.sections().get(i));
        }
        addText("]}");
    }

    private void writeHead(SystemDump dump) {
        Map<String, @Nullable Object> head = new LinkedHashMap<>();
        head.put("at", dump.at().toString());
        head.put("system", dump.system());
        head.put("counts", new TreeMap<>(dump.counts()));
        head.put("leftOut", new TreeMap<>(dump.leftOut()));
        write(head);
        out.setLength(out.length() - 1); // its end comes later
    }

    private void addText(String text) {
        parts.add(() -> out.append(text));
    }

    private <R> void addRows(String name, List<R> rows, Function<R, Map<String, Object>> form) {
        addText(",\"" + name + "\":[");
        addRows(rows, form);
        addText("]");
    }

    private <R> void addRows(List<R> rows, Function<R, ? extends Map<String, Object>> form) {
        boolean first = true;
        for (R row : rows) {
            String before = first ? "" : ",";
            first = false;
            parts.add(() -> {
                out.append(before);
                write(form.apply(row));
            });
        }
    }

    private void addSection(String before, Section section) {
        parts.add(() -> {
            out.append(before).append("{\"name\":");
            writeText(section.name());
            out.append(",\"rows\":[");
        });
        addRows(section.rows(), TreeMap::new);
        addText("],\"more\":" + section.more() + "}");
    }

    @Override
    public boolean hasNext() {
        return !parts.isEmpty() || !out.isEmpty();
    }

    @Override
    public String next() {
        if (!hasNext()) {
            throw new NoSuchElementException("dump: all of it was written");
        }
        while (out.length() < mostChars && !parts.isEmpty()) {
            parts.remove().run();
        }
        int end = Math.min(out.length(), mostChars);
        String piece = out.substring(0, end);
        out.delete(0, end);
        return piece;
    }

    private static Map<String, Object> actor(SystemDump.Actor actor) {
        ActorStatistics known = actor.statistics();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", known.name());
        fields.put("contract", known.contract());
        fields.put("implementation", known.implementation());
        fields.put("dispatcher", known.dispatcher());
        fields.put("queued", known.queued());
        fields.put("mostQueued", known.mostQueued());
        fields.put("capacity", known.capacity());
        fields.put("handled", known.handled());
        fields.put("dropped", known.dropped());
        fields.put("restarts", known.restarts());
        fields.put("ageMillis", known.ageMillis());
        fields.put("busyNanos", known.busyNanos());
        fields.put("measured", known.measured());
        fields.put("longestNanos", known.longestNanos());
        fields.put("timers", actor.timers());
        fields.put("running", actor.running());
        fields.put("waiting", actor.waiting().stream().map(DumpJson::waiting).toList());
        fields.put("waitsFor", actor.waitsFor());
        return fields;
    }

    private static Map<String, Object> waiting(Waiting message) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("method", message.method());
        fields.put("sender", message.sender());
        fields.put("waitedNanos", message.waitedNanos());
        return fields;
    }

    private static Map<String, Object> thread(SystemDump.Worker thread) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", thread.name());
        fields.put("state", thread.state());
        fields.put("actor", thread.actor());
        fields.put("method", thread.method());
        fields.put("stack", thread.stack());
        return fields;
    }

    private static Map<String, Object> letter(DeadLetter letter) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("at", letter.at().toString());
        fields.put("actor", letter.actor());
        fields.put("contract", letter.contract());
        fields.put("method", letter.method());
        fields.put("reason", letter.reason().name());
        fields.put("failure", letter.failure());
        return fields;
    }

    private void write(@Nullable Object value) {
        switch (value) {
            case Map<?, ?> map -> writeAll('{', map.entrySet(), '}');
            case Collection<?> list -> writeAll('[', list, ']');
            case Map.Entry<?, ?> entry -> {
                writeText(String.valueOf(entry.getKey()));
                out.append(':');
                write(entry.getValue());
            }
            case Long number -> out.append(number.longValue());
            case Integer number -> out.append(number.intValue());
            case Boolean yes -> out.append(yes.booleanValue());
            case null -> out.append("null");
            default -> writeText(value.toString());
        }
    }

    private void writeAll(char before, Collection<?> values, char after) {
        out.append(before);
        boolean first = true;
        for (Object each : values) {
            if (!first) {
                out.append(',');
            }
            first = false;
            write(each);
        }
        out.append(after);
    }

    private void writeText(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == '"' || each == '\\') {
                out.append('\\').append(each);
            } else if (each >= FIRST_PRINTABLE && each <= LAST_PRINTABLE) {
                out.append(each);
            } else {
                out.append(String.format("\\u%04x", (int) each));
            }
        }
        out.append('"');
    }
}
