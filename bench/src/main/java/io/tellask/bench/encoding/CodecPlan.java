package io.tellask.bench.encoding;

import io.tellask.bench.report.Effort;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How much work the codec suite puts into a figure.
 *
 * @param rounds how often contenders that goals are computed from have their turn; the others have one
 * @param forks JVMs that JMH starts for each direction in a turn; 0 measures in its host
 * @param warmUpCpuMillis CPU time of the measuring thread before JMH begins; half of it for arrays and strings
 * @param warmUpMillis length of JMH's own warm-up iteration
 * @param windows measured iterations, of which the median counts
 * @param windowMillis length of each
 * @param freshClasses new classes whose first messages are timed
 */
record CodecPlan(
        int rounds, int forks, int warmUpCpuMillis, int warmUpMillis, int windows, int windowMillis, int freshClasses) {
    private static final CodecPlan FULL = new CodecPlan(3, 1, 650, 150, 5, 80, 9);
    private static final CodecPlan QUICK = new CodecPlan(1, 1, 250, 50, 3, 50, 5);
    private static final CodecPlan TINY = new CodecPlan(1, 0, 0, 10, 1, 10, 2);

    /** The plan of an effort; the number of rounds is the effort's where that is not the usual one. */
    static CodecPlan of(Effort effort) {
        if (effort.messages() == Effort.TINY.messages()) {
            return TINY;
        }
        boolean full = effort.warmUp().equals(Effort.FULL.warmUp());
        CodecPlan plan = full ? FULL : QUICK;
        int usual = full ? Effort.FULL.rounds() : Effort.QUICK.rounds();
        return effort.rounds() == usual ? plan : plan.withRounds(effort.rounds());
    }

    /** Whether the plan is for figures that are published. */
    boolean isFull() {
        return rounds >= FULL.rounds;
    }

    /** Whether figures mean anything; a plan without forks only tries the bench. */
    boolean isMeasurement() {
        return forks > 0;
    }

    /** What a fork needs to know, as words of a command. */
    String words(CodecCase workload) {
        int cpuMillis = workload.isObjects() ? warmUpCpuMillis : warmUpCpuMillis / 2;
        return forks + " " + cpuMillis + " " + warmUpMillis + " " + windows + " " + windowMillis;
    }

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("rounds", rounds);
        json.put("forks", forks);
        json.put("warmUpCpuMillis", warmUpCpuMillis);
        json.put("warmUpMillis", warmUpMillis);
        json.put("windows", windows);
        json.put("windowMillis", windowMillis);
        json.put("freshClasses", freshClasses);
        return json;
    }

    private CodecPlan withRounds(int newRounds) {
        return new CodecPlan(newRounds, forks, warmUpCpuMillis, warmUpMillis, windows, windowMillis, freshClasses);
    }
}
