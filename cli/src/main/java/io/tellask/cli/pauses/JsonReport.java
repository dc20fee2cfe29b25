package io.tellask.cli.pauses;

import io.tellask.cli.pauselog.Pause.Clock;
import io.tellask.cli.pauselog.PauseStatistics;
import io.tellask.cli.pauselog.PauseStatistics.Cause;
import io.tellask.cli.pauselog.PauseStatistics.LongPause;
import io.tellask.cli.pauselog.Sticks;
import io.tellask.cli.plot.TimeAxis;
import java.io.StringWriter;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * All that is known of pauses as one JSON object; times in nanoseconds, since 1970 or since the start of the JVM as {@code clock} says. Stateless.
 */
final class JsonReport {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonReport() {}

    static String text(PauseStatistics statistics, TimeAxis time, List<String> files, List<String> notes) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("clock", time.clock() == Clock.WALL ? "wall" : "uptime");
            json.writeStringProperty("offset", time.offset().getId());
            json.writeNumberProperty("fromNanos", time.fromNanos());
            json.writeNumberProperty("toNanos", time.toNanos());
            json.writeNumberProperty("count", statistics.count());
            json.writeNumberProperty("outsideWindow", statistics.outside());
            json.writeNumberProperty("totalNanos", statistics.totalNanos());
            json.writeNumberProperty("reachingNanos", statistics.reachingNanos());
            json.writeNumberProperty("maxReachingNanos", statistics.mostReachingNanos());
            json.writeObjectPropertyStart("percentileNanos");
            for (double percent : TextReport.PERCENTS) {
                json.writeNumberProperty(Double.toString(percent), statistics.percentileNanos(percent));
            }
            json.writeEndObject();
            writeCauses(json, statistics.causes());
            writeLongest(json, statistics.longest());
            writeSticks(json, "collectorSticks", statistics.collections());
            writeSticks(json, "otherSticks", statistics.others());
            writeStrings(json, "files", files);
            writeStrings(json, "notes", notes);
            json.writeEndObject();
        }
        return text.toString();
    }

    private static void writeCauses(JsonGenerator json, List<Cause> causes) {
        json.writeArrayPropertyStart("causes");
        for (Cause cause : causes) {
            json.writeStartObject();
            json.writeStringProperty("cause", cause.name());
            json.writeNumberProperty("count", cause.count());
            json.writeNumberProperty("totalNanos", cause.totalNanos());
            json.writeNumberProperty("maxNanos", cause.maxNanos());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeLongest(JsonGenerator json, List<LongPause> longest) {
        json.writeArrayPropertyStart("longest");
        for (LongPause each : longest) {
            json.writeStartObject();
            json.writeNumberProperty("startNanos", each.pause().startNanos());
            json.writeNumberProperty("nanos", each.pause().nanos());
            json.writeNumberProperty("reachingNanos", each.pause().reachingNanos());
            json.writeStringProperty("cause", each.pause().cause());
            json.writeStringProperty("file", each.sighting().file());
            json.writeNumberProperty("line", each.sighting().line());
            writeStrings(json, "lines", each.sighting().lines());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** The longest pause of each stretch of time that has one, as pairs of its start and the pause. */
    private static void writeSticks(JsonGenerator json, String name, Sticks sticks) {
        json.writeObjectPropertyStart(name);
        json.writeNumberProperty("widthNanos", sticks.widthNanos());
        json.writeArrayPropertyStart("sticks");
        for (Sticks.Stick stick : sticks.all()) {
            json.writeStartArray();
            json.writeNumber(stick.startNanos());
            json.writeNumber(stick.nanos());
            json.writeEndArray();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeStrings(JsonGenerator json, String name, List<String> strings) {
        json.writeArrayPropertyStart(name);
        strings.forEach(json::writeString);
        json.writeEndArray();
    }
}
