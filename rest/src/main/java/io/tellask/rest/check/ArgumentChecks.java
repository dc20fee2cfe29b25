package io.tellask.rest.check;

import io.tellask.rest.problem.Fault;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the arguments of a method have to be. Immutable; thread-safe. */
public final class ArgumentChecks {
    private final List<Argument> arguments;

    private record Argument(int index, String kind, String where, ValueCheck check) {}

    private ArgumentChecks(List<Argument> arguments) {
        this.arguments = arguments;
    }

    /** Gathers the checks of one method. Not thread-safe. */
    public static final class Builder {
        private final CheckBuilder checks = new CheckBuilder();
        private final List<Argument> arguments = new ArrayList<>();

        /**
         * Adds a parameter.
         *
         * @param parameter of the method, with its annotations
         * @param type of it
         * @param kind as {@link Fault#kind} has it
         * @param where the name or pointer that its sender knows it by
         */
        public Builder add(Parameter parameter, int index, Type type, String kind, String where) {
            String place = parameter.getDeclaringExecutable().getName() + "(" + index + ")";
            ValueCheck check = checks.of(type, parameter.getAnnotatedType(), parameter.getAnnotations(), place);
            if (check.asksAnything(Collections.newSetFromMap(new IdentityHashMap<>()))) {
                arguments.add(new Argument(index, kind, where, check));
            }
            return this;
        }

        /** The checks; null where nothing is asked of any argument. */
        public @Nullable ArgumentChecks build() {
            return arguments.isEmpty() ? null : new ArgumentChecks(List.copyOf(arguments));
        }
    }

    /**
     * What is wrong with the arguments of a call: none, or {@link io.tellask.rest.problem.Refusal#MOST_FAULTS} at most
     * for each.
     */
    public List<Fault> faults(@Nullable Object[] values) {
        List<Fault> faults = new ArrayList<>();
        for (Argument argument : arguments) {
            ValueCheck.Walk walk = new ValueCheck.Walk(argument.kind);
            argument.check.check(values[argument.index], argument.where, 0, walk);
            faults.addAll(walk.faults());
        }
        return faults;
    }
}
