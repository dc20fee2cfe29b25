package io.tellask.remote;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorStatistics;
import io.tellask.actor.Cancellable;
import io.tellask.actor.Promise;
import io.tellask.actor.StopReason;
import io.tellask.actor.Streams;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Flow;
import java.util.function.Predicate;

/** Answers those who run a server about its actors, which it reads beside them; on a thread of its own. */
final class ActorOperationsActor extends Actor implements ActorOperations {
    private final Predicate<Principal> permitted;
    private final Set<Cancellable> measuring = new HashSet<>();

    ActorOperationsActor(Predicate<Principal> permitted) {
        this.permitted = permitted;
    }

    @Override
    protected void onStop(StopReason reason) {
        measuring.forEach(Cancellable::cancel);
    }

    @Override
    public Promise<Actors> actors(Order order, int most, int sampleMillis) {
        Session.require(permitted, "ActorOperations.actors");
        Objects.requireNonNull(order, "order");
        check("most", most, 1, MOST_ACTORS);
        check("sampleMillis", sampleMillis, 0, MOST_SAMPLE_MILLIS);
        if (sampleMillis == 0) {
            return Promise.of(ActorSample.NONE.until(look(), order, most, system().actors()));
        }
        return sampled(order, most, sampleMillis);
    }

    private static void check(String what, int number, int least, int most) {
        if (number < least || number > most) {
            throw new IllegalArgumentException(
                    "actors: " + what + "=" + number + " is not within " + least + " to " + most);
        }
    }

    private Promise<Actors> sampled(Order order, int most, int sampleMillis) {
        if (measuring.size() >= MOST_SAMPLES) {
            throw new IllegalStateException("actors: samples=" + measuring.size() + " >= MOST_SAMPLES=" + MOST_SAMPLES
                    + "; ask again when one of them is over");
        }
        Cancellable measure = system().measureActors();
        measuring.add(measure);
        ActorSample before = ActorSample.of(look(), System.nanoTime());
        Promise<Actors> answer = new Promise<>();
        Cancellable timer = timers().after(Duration.ofMillis(sampleMillis), () -> {
            end(measure);
            answer.complete(before.until(look(), order, most, system().actors()));
        });
        answer.onCancel(() -> {
            timer.cancel();
            end(measure);
        });
        return answer;
    }

    private void end(Cancellable measure) {
        measuring.remove(measure);
        measure.cancel();
    }

    private List<ActorStatistics> look() {
        return system().actorStatistics(MOST_LOOKED_AT);
    }

    @Override
    public Flow.Publisher<String> dump() {
        Session.require(permitted, "ActorOperations.dump");
        return Streams.of(system().dump().toJson(PIECE_CHARS));
    }
}
