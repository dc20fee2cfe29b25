package io.tellask.cli.pauselog;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A second reading of logs with a wall clock, by plain regular expressions and lists: what the reader under test must agree with. */
final class RegexReading {
    private static final Pattern SAFEPOINT = Pattern.compile(
            "^\\[([^]]+)].*] Safepoint \"([^\"]*)\",.* Reaching safepoint: (\\d+) ns,.* Total: (\\d+) ns(,.*)?$");
    private static final Pattern COLLECTION =
            Pattern.compile("^\\[([^]]+)].*] GC\\(\\d+\\) ((?:.: )?Pause .*?)(?: \\S+->\\S+)? (\\d+\\.\\d{3})ms$");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSZ");

    private final List<Pause> pauses = new ArrayList<>();
    private final List<Pause> open = new ArrayList<>();

    static RegexReading of(List<String> lines) {
        RegexReading reading = new RegexReading();
        lines.forEach(reading::add);
        reading.pauses.addAll(reading.open);
        return reading;
    }

    private void add(String line) {
        Matcher safepoint = SAFEPOINT.matcher(line);
        Matcher collection = COLLECTION.matcher(line);
        if (safepoint.matches()) {
            long nanos = Long.parseLong(safepoint.group(4));
            addSafepoint(new Pause(
                    end(safepoint) - nanos, nanos, Long.parseLong(safepoint.group(3)), false, safepoint.group(2)));
        } else if (collection.matches()) {
            long nanos = new BigDecimal(collection.group(3)).movePointRight(6).longValueExact();
            open.add(new Pause(end(collection) - nanos, nanos, 0, true, collection.group(2)));
        }
    }

    private void addSafepoint(Pause safepoint) {
        StringBuilder cause = new StringBuilder(safepoint.cause());
        List<String> names = new ArrayList<>();
        for (Pause each : open) {
            boolean within = each.startNanos() + 2_000_000 >= safepoint.startNanos()
                    && each.startNanos() + each.nanos() - 2_000_000 <= safepoint.startNanos() + safepoint.nanos();
            if (!within) {
                pauses.add(each);
            } else if (!names.contains(each.cause())) {
                names.add(each.cause());
                cause.append(", ").append(each.cause());
            }
        }
        open.clear();
        pauses.add(new Pause(
                safepoint.startNanos(),
                safepoint.nanos(),
                safepoint.reachingNanos(),
                !names.isEmpty(),
                cause.toString()));
    }

    private static long end(Matcher line) {
        Instant time = OffsetDateTime.parse(line.group(1), TIME).toInstant();
        return time.getEpochSecond() * 1_000_000_000 + time.getNano();
    }

    List<Pause> pauses() {
        return pauses;
    }

    long total() {
        return pauses.stream().mapToLong(Pause::nanos).sum();
    }

    /** The exact duration at a percentile. */
    long percentile(double percent) {
        long[] sorted = pauses.stream().mapToLong(Pause::nanos).sorted().toArray();
        return sorted[(int) Math.max(1, Math.ceil(percent / 100 * sorted.length)) - 1];
    }

    /** Count and total of each cause. */
    Map<String, List<Long>> causes() {
        Map<String, List<Long>> causes = new TreeMap<>();
        for (Pause each : pauses) {
            causes.merge(
                    each.cause(),
                    List.of(1L, each.nanos(), each.nanos()),
                    (old, one) -> List.of(old.get(0) + 1, old.get(1) + one.get(1), Math.max(old.get(2), one.get(2))));
        }
        return causes;
    }
}
