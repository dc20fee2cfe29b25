package io.tellask.bench.encoding;

import io.tellask.bench.report.BenchOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One turn of the codec suite: a contender encodes and decodes a workload.
 *
 * @param round counts from 1
 */
record CodecTurn(int round, CodecCase workload, CodecContender contender) {
    /** Contenders that are no goal's measure, but take part in copying too. */
    private static final List<String> COPYING = List.of("kryo", CodecContenders.PROTOBUF);

    private static final int COPY_ROUNDS = 2;

    /**
     * All turns, in their order: round by round, workload by workload, so that contenders alternate.
     *
     * @throws IllegalArgumentException if the options name a contender or a case that does not exist
     */
    static List<CodecTurn> all(BenchOptions options, CodecPlan plan) {
        checkNames(options);
        List<CodecTurn> turns = new ArrayList<>();
        for (int round = 1; round <= plan.rounds(); round++) {
            for (CodecCase workload : CodecCase.values()) {
                for (CodecContender contender : CodecContenders.all()) {
                    CodecTurn turn = new CodecTurn(round, workload, contender);
                    if (workload.isWanted(options)
                            && options.wantsContender(contender.name())
                            && turn.isDue(options, plan)) {
                        turns.add(turn);
                    }
                }
            }
        }
        return turns;
    }

    /** What was asked for by name has each of its turns; else contenders that goals are computed from come first. */
    private boolean isDue(BenchOptions options, CodecPlan plan) {
        if (!options.contenders().isEmpty()) {
            return true;
        }
        boolean wide = plan.isFull() || !options.cases().isEmpty();
        if (workload.isObjects()) {
            boolean aside =
                    workload == CodecCase.MEDIA_STANDARD && options.cases().isEmpty();
            boolean once = round == 1 && !aside && (wide || workload == CodecCase.PRICE);
            return once || contender.isJudged() && (wide || isMain());
        }
        boolean judged =
                contender.isJudged() && isMain() && !contender.name().equals(CodecContenders.TELLASK_REFERENCES);
        boolean copying = judged && round <= COPY_ROUNDS || COPYING.contains(contender.name()) && round == 1 && wide;
        return copying && (wide || isTypicalCopy());
    }

    /** Not one of Fory's variants. */
    private boolean isMain() {
        String name = contender.name();
        return !name.equals(CodecContenders.FORY_REFERENCES) && !name.equals(CodecContenders.FORY.getLast());
    }

    private boolean isTypicalCopy() {
        return workload == CodecCase.INTS || workload == CodecCase.STRING_LONG;
    }

    private static void checkNames(BenchOptions options) {
        List<String> names =
                CodecContenders.all().stream().map(CodecContender::name).toList();
        for (String name : options.contenders()) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException(
                        "unknown contender: contender=" + name + "; one of " + String.join(", ", names));
            }
        }
        List<String> labels = new ArrayList<>(List.of(CodecBench.FIRST_WARM, CodecBench.FIRST_COLD));
        for (CodecCase each : CodecCase.values()) {
            labels.addAll(List.of(each.label(), each.encode(), each.decode(), each.roundTrip()));
        }
        for (String label : options.cases()) {
            if (!labels.contains(label)) {
                throw new IllegalArgumentException("unknown case: case=" + label + "; one of "
                        + labels.stream().filter(each -> !isDirection(each)).collect(Collectors.joining(", "))
                        + ", the latter also with -encode, -decode or -roundtrip");
            }
        }
    }

    private static boolean isDirection(String label) {
        return Stream.of(CodecCase.ENCODE, CodecCase.DECODE, CodecCase.ROUND_TRIP)
                .anyMatch(label::endsWith);
    }

    /** Contender and workload, as words of a command. */
    String key() {
        return contender.name() + " " + workload.label();
    }

    @Override
    public String toString() {
        return "round " + round + " " + workload.label() + " " + contender.name();
    }
}
