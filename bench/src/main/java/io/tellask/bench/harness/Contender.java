package io.tellask.bench.harness;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One library or hand-written program in one configuration: a row of a suite's file. Immutable.
 *
 * @param name the name in reports: ours begin with {@code tellask}, hand-written limits with {@code limit-}
 * @param home whose class path its processes have: {@code own}, or a module of {@code bench-peers}
 * @param mains what its processes run: main classes, or the class that opens what is measured
 * @param flags JVM flags of its processes
 * @param cases the cases, or groups of cases, that it takes part in
 * @param references what it needed when it was measured with care and time, in CPU nanoseconds per operation, by case
 */
public record Contender(
        String name,
        String home,
        List<String> mains,
        List<String> flags,
        List<String> cases,
        Map<String, Double> references) {
    /** The home of what has the class path of the bench itself. */
    public static final String OWN = "own";

    public boolean takesPartIn(String aCase) {
        return cases.contains(aCase);
    }

    /** The class path of its processes; its module must have been built. */
    public String classPath() {
        return home.equals(OWN) ? ClassPaths.own() : ClassPaths.ofModule("bench-peers/" + home);
    }

    /** Starts a process of it with more flags than its own. */
    public ChildProcess start(List<String> moreFlags, String... mainAndArguments) throws IOException {
        List<String> all = Stream.concat(moreFlags.stream(), flags.stream()).toList();
        return ChildProcess.start(name, classPath(), all, List.of(mainAndArguments));
    }
}
