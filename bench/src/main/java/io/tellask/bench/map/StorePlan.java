package io.tellask.bench.map;

import io.tellask.bench.report.BenchOptions;
import io.tellask.bench.report.Effort;
import java.util.ArrayList;
import java.util.List;

/**
 * What the store suite does: sizes, rounds, cases.
 *
 * @param options what was asked for
 * @param operations gets, misses and updates of a turn
 * @param warmUpUsers entries of the map of a process' first turn, which does not count
 * @param forceMillis how long threads put and wait for the disk
 * @param isFull whether all contenders take part in everything
 */
record StorePlan(BenchOptions options, int operations, int warmUpUsers, int forceMillis, boolean isFull) {
    private static final int THOUSAND = 1_000;
    private static final int MILLION = 1_000_000;

    /** Contenders that a quick run leaves out, since another form of them is there. */
    private static final List<String> SECOND_FORMS = List.of(StoreContenders.GROWING, StoreContenders.LMDB_BATCH);

    /** Cases that are measured together. */
    enum Group {
        /** A turn on a new map: single operations, scans, space, heap. */
        OPERATIONS(List.of(
                "insert",
                "get",
                "get-miss",
                "get-batch",
                "update",
                "scan",
                "scan-records",
                "space",
                "compact",
                "heap",
                "full-gc")),
        /** Opening a filled map in a new process. */
        REOPEN(List.of("reopen-clean", "reopen-killed")),
        /** Puts that wait for the disk. */
        FORCE(List.of("force-1", "force-64", "force-64-virtual", "force-512", "force-512-virtual"));

        private final List<String> cases;

        Group(List<String> cases) {
            this.cases = cases;
        }
    }

    static StorePlan of(BenchOptions options) {
        Effort effort = options.effort();
        if (effort.messages() < Long.MAX_VALUE) {
            int few = (int) effort.messages();
            return new StorePlan(options, few, few, 50, true);
        }
        return effort.isFull()
                ? new StorePlan(options, 2 * MILLION, MILLION, 3_000, true)
                : new StorePlan(options, 300 * THOUSAND, 100 * THOUSAND, 1_000, false);
    }

    int rounds() {
        return options.effort().rounds();
    }

    List<Integer> sizes() {
        return options.effort().sizes();
    }

    /** Who puts at a time, as in the names of the cases behind {@code force-}. */
    List<String> callers() {
        return Group.FORCE.cases.stream()
                .filter(each -> wants(each, ""))
                .map(each -> each.substring("force-".length()))
                .toList();
    }

    /** The contenders that take part in a group. */
    List<StoreContender> contenders(Group group) {
        return StoreContenders.all().stream()
                .filter(each -> each.abilities().contains(group) && options.wantsContender(each.name()))
                .filter(each -> isFull || !options.contenders().isEmpty() || fitsAFirstLook(group, each))
                .toList();
    }

    /** Whether a quick run has the time for a contender in a group. */
    private static boolean fitsAFirstLook(Group group, StoreContender contender) {
        boolean isOwn = contender.home() == StoreContender.Home.OWN;
        return switch (group) {
            case OPERATIONS -> !SECOND_FORMS.contains(contender.name());
            case REOPEN -> isOwn;
            case FORCE -> isOwn || contender.name().equals(StoreContenders.ROCKSDB);
        };
    }

    /** The cases of a group that are wanted at a size, without it in their names. */
    List<String> cases(Group group, String size) {
        List<String> wanted = new ArrayList<>();
        for (String name : group.cases) {
            if (wants(name, size)) {
                wanted.add(name);
            }
        }
        return wanted;
    }

    /** Whether a case is asked for by its label, by its name without the size, or as one of its group. */
    boolean wants(String name, String size) {
        if (options.cases().isEmpty() || options.wantsCase(name) || options.wantsCase(name + "-" + size)) {
            return true;
        }
        for (Group group : Group.values()) {
            if (group.cases.contains(name) && options.wantsCase(group.name().toLowerCase(java.util.Locale.ROOT))) {
                return true;
            }
        }
        return false;
    }

    /** A number of users as labels have it, as in {@code 15m}. */
    static String label(int users) {
        return users % MILLION == 0 ? users / MILLION + "m" : users / THOUSAND + "k";
    }
}
