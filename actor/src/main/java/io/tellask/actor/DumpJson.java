package io.tellask.actor;

import io.tellask.actor.SystemDump.Section;
import io.tellask.actor.SystemDump.Waiting;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes a dump as JSON. Used once, by one thread. */
final class DumpJson {
    private static final char FIRST_PRINTABLE = ' ';
    private static final char LAST_PRINTABLE = '~';

    private final StringBuilder out = new StringBuilder();

    private DumpJson() {}

    static String of(SystemDump dump) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("at", dump.at().toString());
        all.put("system", dump.system());
        all.put("counts", new TreeMap<>(dump.counts()));
        all.put("actors", dump.actors().stream().map(DumpJson::actor).toList());
        all.put("threads", dump.threads().stream().map(DumpJson::thread).toList());
        all.put("deadLetters", dump.deadLetters().stream().map(DumpJson::letter).toList());
        all.put("sections", dump.sections().stream().map(DumpJson::section).toList());
        DumpJson json = new DumpJson();
        json.write(all);
        return json.out.toString();
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

    private static Map<String, Object> section(Section section) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", section.name());
        fields.put("rows", section.rows().stream().map(TreeMap::new).toList());
        fields.put("more", section.more());
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
