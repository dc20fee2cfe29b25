package io.tellask.bench.harness;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * One library or hand-written program in one configuration: data that a suite reads. Immutable.
 *
 * @param name the name in reports: ours begin with {@code tellask}, hand-written limits with {@code limit-}
 * @param home whose class path its processes have
 * @param mains what its processes run: main classes, or the class that opens what is measured
 * @param flags JVM flags of its processes
 * @param cases the cases, or groups of cases, that it takes part in; all if empty
 * @param references what it needed when it was measured with care and time, in CPU nanoseconds per operation, by case
 */
public record Contender(
        String name,
        Home home,
        List<String> mains,
        List<String> flags,
        List<String> cases,
        Map<String, Double> references) {

    /** A class path, found when a process starts, for then its module must have been built. */
    public record Home(String name, Supplier<String> classPath) {
        /** The class path of the bench itself. */
        public static final Home OWN = new Home("own", ClassPaths::own);

        /** Classes and libraries of a peer's module, beside the bench's classes but not its libraries. */
        public static Home of(String module) {
            return new Home(module, () -> ClassPaths.ofModule(module));
        }
    }

    /** In all cases, without flags and references. */
    public static Contender of(String name, Home home, String... mains) {
        return new Contender(name, home, List.of(mains), List.of(), List.of(), Map.of());
    }

    /** The same with JVM flags. */
    public Contender withFlags(List<String> more) {
        return new Contender(name, home, mains, more, cases, references);
    }

    /** The same with cases that it takes part in. */
    public Contender in(String... someCases) {
        return new Contender(name, home, mains, flags, List.of(someCases), references);
    }

    /** The same with a reference. */
    public Contender withReference(String caseLabel, double nanos) {
        Map<String, Double> more = new LinkedHashMap<>(references);
        more.put(caseLabel, nanos);
        return new Contender(name, home, mains, flags, cases, more);
    }

    public boolean isPeer() {
        return Stream.of("tellask", "limit-").noneMatch(name::startsWith);
    }

    public boolean takesPartIn(String aCase) {
        return cases.isEmpty() || cases.contains(aCase);
    }

    /** Starts a process of it with more flags than its own. */
    public ChildProcess start(List<String> moreFlags, List<String> mainAndArguments) throws java.io.IOException {
        List<String> all = Stream.concat(moreFlags.stream(), flags.stream()).toList();
        return ChildProcess.start(name, home.classPath().get(), all, mainAndArguments);
    }
}
