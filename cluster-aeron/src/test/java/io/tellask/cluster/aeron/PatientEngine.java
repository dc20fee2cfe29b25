package io.tellask.cluster.aeron;

import io.tellask.cluster.LogEngine;
import io.tellask.cluster.LogMachine;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.ReplicatedLog;
import java.time.Duration;

/** The engine with members that wait longer for each other, for machines that are busy with other tests: a leader is not lost amid a test. */
final class PatientEngine implements LogEngine {
    private static final Duration SILENCE = Duration.ofSeconds(4);

    private final AeronEngine engine = new AeronEngine();

    @Override
    public ReplicatedLog open(LogOptions options, LogMachine machine) {
        return engine.open(options.withSilence(SILENCE), machine);
    }

    @Override
    public void found(LogOptions options, LogMachine machine, long lastIndex) {
        engine.found(options.withSilence(SILENCE), machine, lastIndex);
    }
}
