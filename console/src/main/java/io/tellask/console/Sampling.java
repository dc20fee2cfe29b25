package io.tellask.console;

import io.tellask.actor.ActorStatistics;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Cancellable;
import io.tellask.remote.Server;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What is measured and read while somebody looks. Belongs to the actor of the console. */
final class Sampling {
    private final ActorSystem system;
    private final ProcessMeter process = new ProcessMeter();
    private final PauseLog pauses = new PauseLog();
    private CallTimes calls = new CallTimes(Instant.now());
    private @Nullable List<Cancellable> measuring; // null: nobody looks

    Sampling(ActorSystem system) {
        this.system = system;
    }

    boolean isMeasuring() {
        return measuring != null;
    }

    PauseLog pauses() {
        return pauses;
    }

    CallTimes calls() {
        return calls;
    }

    /** Begins to time calls and actors, and to listen for pauses; what was timed for those who looked before is dropped. */
    void begin(Server server) {
        if (measuring == null) {
            calls = new CallTimes(Instant.now());
            Cancellable watch = server.watchCalls(calls); // which may be refused, and then nothing has begun
            measuring = List.of(watch, system.measureActors(), pauses.listen());
        }
    }

    /** Nobody looks any more. */
    void end() {
        if (measuring != null) {
            measuring.forEach(Cancellable::cancel);
            measuring = null;
        }
    }

    Snapshot snapshot(Server server) {
        Server.Statistics statistics = server.statistics();
        return new Snapshot(
                Instant.now(),
                ManagementFactory.getRuntimeMXBean().getUptime(),
                sample(statistics),
                calls.sample(),
                actors(),
                process.sample(statistics.memory()));
    }

    private static ServerSample sample(Server.Statistics now) {
        return new ServerSample(
                now.connections(),
                now.waitingSessions(),
                now.references(),
                now.calls(),
                now.receivedBytes(),
                now.sentBytes(),
                now.sessionsOpened(),
                now.sessionsEnded(),
                now.sessionsLost(),
                now.sessionsResumed(),
                now.refusedConnections(),
                now.junkConnections(),
                now.refusedPeers());
    }

    private ActorSample actors() {
        List<ActorStatistics> living = system.actorStatistics();
        return new ActorSample(
                living.size(),
                living.stream().mapToLong(ActorStatistics::queued).sum(),
                system.ioLoops().all().size(),
                living.stream().mapToLong(ActorStatistics::handled).sum(),
                TimeUnit.NANOSECONDS.toMicros(
                        living.stream().mapToLong(ActorStatistics::busyNanos).sum()),
                system.spawnedActors(),
                system.failedTells(),
                system.droppedMessages(),
                system.countedDeadLetters(),
                system.loopFailures(),
                system.blockedLoops());
    }
}
