package io.tellask.cli.pauselog;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Logs of random shape with a wall clock: decorations, collectors and their words, lines in between, as JDK 17 and 25 write them. */
final class RandomLog {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSZ");
    private static final List<String> OPERATIONS = List.of(
            "G1CollectForAllocation", "G1PauseRemark", "ICBufferFull", "Cleanup", "ThreadDump", "ZMarkStartYoung");
    private static final List<String> WORDS = List.of(
            "Pause Young (Normal) (G1 Evacuation Pause) 23M->4M(256M)",
            "Pause Full (System.gc()) 5M->1M(8M)",
            "Pause Remark 70M->70M(128M)",
            "y: Pause Mark Start",
            "Pause Init Mark (unload classes)");
    private static final List<String> OTHERS = List.of(
            "GC(7) Pause Young (Normal) (G1 Evacuation Pause)",
            "GC(7)   Pre Evacuate Collection Set: 0.1ms",
            "GC(7) Concurrent Mark 3.141ms",
            "Safepoint synchronization initiated",
            "Phase: Pause Mark Start      0.011 / 0.011 ms",
            "",
            "[really] [not] a decoration");

    private final Random random;
    private final boolean uptime;
    private final boolean newer;
    private final ZoneOffset offset;
    private long millis = 1_795_725_245_000L;

    RandomLog(Random random) {
        this.random = random;
        uptime = random.nextBoolean();
        newer = random.nextBoolean();
        offset = ZoneOffset.ofHoursMinutes(random.nextInt(-5, 6), 0);
    }

    List<String> lines(int events) {
        List<String> lines = new ArrayList<>();
        lines.add(line("gc,init", "CardTable entry size: 512"));
        for (int i = 0; i < events; i++) {
            millis += random.nextInt(1, 4_000);
            switch (random.nextInt(4)) {
                case 0 -> lines.add(line("gc", OTHERS.get(random.nextInt(OTHERS.size()))));
                case 1 -> lines.add(line("gc", collection(random.nextLong(1, 900_000))));
                case 2 -> lines.add(line("safepoint", safepoint(random.nextLong(1, 3_000_000_000L))));
                default -> addCollectionWithin(lines);
            }
        }
        return lines;
    }

    private void addCollectionWithin(List<String> lines) {
        long micros = random.nextLong(1, 200_000);
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            lines.add(line("gc", collection(random.nextLong(1, micros + 1))));
            lines.add(line("gc,cpu", "GC(7) User=0.00s Sys=0.00s Real=0.00s"));
        }
        lines.add(line("safepoint", safepoint(micros * 1_000 + random.nextInt(1, 100_000))));
    }

    private String collection(long micros) {
        return String.format(
                Locale.ROOT,
                "GC(%d) %s %d.%03dms",
                random.nextInt(1_000),
                WORDS.get(random.nextInt(WORDS.size())),
                micros / 1_000,
                micros % 1_000);
    }

    private String safepoint(long total) {
        long reaching = random.nextLong(total);
        return "Safepoint \"" + OPERATIONS.get(random.nextInt(OPERATIONS.size())) + "\", Time since last: "
                + random.nextInt(1_000_000_000) + " ns, Reaching safepoint: " + reaching + " ns, "
                + (newer ? "" : "Cleanup: 12 ns, ") + "At safepoint: " + (total - reaching) + " ns, "
                + (newer ? "Leaving safepoint: 3 ns, " : "") + "Total: " + total + " ns"
                + (newer ? ", Threads: 1 runnable, 9 total" : "");
    }

    private String line(String tags, String message) {
        String time = TIME.format(Instant.ofEpochMilli(millis).atOffset(offset));
        return "[" + time + "]" + (uptime ? "[" + millis / 1_000 % 1_000 + ".001s]" : "") + "[info][" + tags + "     ] "
                + message;
    }
}
