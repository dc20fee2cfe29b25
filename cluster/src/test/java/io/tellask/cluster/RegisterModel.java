package io.tellask.cluster;

import io.tellask.testkit.SequentialModel;
import org.jspecify.annotations.Nullable;

/** The value of one key of a map, and what was done with it. */
final class RegisterModel implements SequentialModel<Integer, RegisterModel.Operation, Integer> {
    static final int ABSENT = 0;
    static final int DONE = -1;
    static final int NOT_DONE = -2;

    enum Kind {
        GET,
        PUT,
        REMOVE,
        PUT_IF_ABSENT,
        COMPARE_AND_SET
    }

    /**
     * What a client did.
     *
     * @param expected that a compare-and-set was to replace
     * @param value that is written, 1 at least and by nobody else
     */
    record Operation(String key, Kind kind, int expected, int value) {}

    @Override
    public Integer initial() {
        return ABSENT;
    }

    @Override
    public Outcome<Integer, @Nullable Integer> apply(Integer state, Operation operation) {
        return switch (operation.kind()) {
            case GET -> new Outcome<>(state, state);
            case PUT -> new Outcome<>(operation.value(), DONE);
            case REMOVE -> new Outcome<>(ABSENT, DONE);
            case PUT_IF_ABSENT -> changed(state, operation, state == ABSENT);
            case COMPARE_AND_SET -> changed(state, operation, state == operation.expected());
        };
    }

    private static Outcome<Integer, @Nullable Integer> changed(int state, Operation operation, boolean isChanged) {
        return new Outcome<>(isChanged ? operation.value() : state, isChanged ? DONE : NOT_DONE);
    }
}
