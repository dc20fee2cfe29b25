package io.tellask.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LostMemoryTest {
    private final List<Integer> exitCodes = new ArrayList<>();
    private final List<Throwable> told = new ArrayList<>();

    @Test
    void aThreadThatEndsForWantOfMemoryEndsTheProcess() {
        LostMemory handler = new LostMemory(exitCodes::add, (thread, failure) -> told.add(failure));
        OutOfMemoryError full = new OutOfMemoryError();
        handler.uncaughtException(Thread.currentThread(), full);
        assertThat(exitCodes).containsExactly(1);
        assertThat(told).containsExactly(full);
    }

    @Test
    void theProcessEndsAlsoWhereNobodyCanBeTold() {
        OutOfMemoryError full = new OutOfMemoryError();
        LostMemory handler = new LostMemory(exitCodes::add, (thread, failure) -> {
            throw full;
        });
        assertThatThrownBy(() -> handler.uncaughtException(Thread.currentThread(), full))
                .isSameAs(full);
        assertThat(exitCodes).containsExactly(1);
    }

    @Test
    void otherFailuresEndTheirThreadOnly() {
        LostMemory handler = new LostMemory(exitCodes::add, (thread, failure) -> told.add(failure));
        IllegalStateException failure = new IllegalStateException("other");
        handler.uncaughtException(Thread.currentThread(), failure);
        assertThat(exitCodes).isEmpty();
        assertThat(told).containsExactly(failure);
    }
}
