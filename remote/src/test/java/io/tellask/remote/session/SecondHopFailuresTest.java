package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Emitter;
import io.tellask.actor.MailboxFullException;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.codec.DecodeException;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.Client;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.LookupException;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Remote;
import io.tellask.remote.RemoteException;
import io.tellask.remote.Server;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A call was executed and failed with what became of a call of its own: its caller must not take that for its own call's fate. */
@Timeout(60)
class SecondHopFailuresTest {
    private static final URI MIDDLE = URI.create("memory://middle");
    private static final URI END = URI.create("memory://end");
    private static final IntFunction<RuntimeException>[] FAILURES = failures();

    /** Who is called first. */
    public interface Middle {
        Promise<Void> ask();

        Promise<Void> throwsAtOnce(int failure);

        Promise<Void> failsLater(int failure);

        Flow.Publisher<Integer> stream(int failure);
    }

    /** Who is called by the one who is called first. */
    public interface End {
        Promise<Void> never();
    }

    private final ActorSystem system = ActorSystem.builder().ioLoops(1).build();
    private final MemoryTransport transport = MemoryTransport.isolated();
    private final AtomicInteger executed = new AtomicInteger();
    private Middle middle;

    private final class MiddleActor extends Actor implements Middle {
        private final End end;

        MiddleActor(End end) {
            this.end = end;
        }

        @Override
        public Promise<Void> ask() {
            executed.incrementAndGet();
            return end.never();
        }

        @Override
        public Promise<Void> throwsAtOnce(int failure) {
            throw FAILURES[failure].apply(failure);
        }

        @Override
        public Promise<Void> failsLater(int failure) {
            return Promise.failed(FAILURES[failure].apply(failure));
        }

        @Override
        public Flow.Publisher<Integer> stream(int failure) {
            Emitter<Integer> emitter = new Emitter<>();
            emitter.emit(1);
            emitter.fail(FAILURES[failure].apply(failure));
            return emitter;
        }
    }

    private static final class EndActor extends Actor implements End {
        @Override
        public Promise<Void> never() {
            return new Promise<>();
        }
    }

    @SuppressWarnings("unchecked")
    private static IntFunction<RuntimeException>[] failures() {
        return new IntFunction[] {
            number -> new DeadlineExceededException("of another call " + number),
            number -> new MailboxFullException("of another call " + number),
            number -> new ActorStoppedException("of another call " + number),
            number -> new CallRefusedException("of another call " + number),
            number -> new LookupException("of another call " + number),
            number -> new DecodeException("of another call " + number)
        };
    }

    static Stream<Integer> numbers() {
        return IntStream.range(0, FAILURES.length).boxed();
    }

    private Middle connect() {
        serve(END, "end", End.class, system.spawn(End.class, EndActor::new));
        End hasty = Remote.withDeadline(lookup(END, "end", End.class), Duration.ofMillis(20));
        serve(MIDDLE, "middle", Middle.class, system.spawn(Middle.class, () -> new MiddleActor(hasty)));
        middle = lookup(MIDDLE, "middle", Middle.class);
        return middle;
    }

    private <T> void serve(URI address, String name, Class<T> contract, T actor) {
        Server.builder(system)
                .publish(name, contract, actor)
                .transport(transport)
                .listen(address)
                .start();
    }

    private <T> T lookup(URI address, String name, Class<T> contract) {
        return Client.builder(system).transport(transport).connect(address).lookup(name, contract);
    }

    @AfterEach
    void close() {
        system.close();
    }

    private static void assertByName(CompletableFuture<?> promise, Class<?> type) {
        Throwable thrown =
                catchThrowable(() -> promise.orTimeout(30, TimeUnit.SECONDS).join());
        Throwable failure = thrown instanceof CompletionException ? thrown.getCause() : thrown;
        assertThat(failure)
                .isInstanceOfSatisfying(
                        RemoteException.class,
                        remote -> assertThat(remote.typeName()).isEqualTo(type.getName()));
    }

    @Test
    void deadlineOfTheSecondCallIsNotThatOfTheFirst() {
        assertByName(connect().ask(), DeadlineExceededException.class);
        assertThat(executed).hasValue(1);
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void whatAMethodThrowsOrPassesOnArrivesByName(int number) {
        connect();
        Class<?> type = FAILURES[number].apply(number).getClass();
        assertByName(middle.throwsAtOnce(number), type);
        assertByName(middle.failsLater(number), type);
        assertByName(Streams.collect(middle.stream(number)), type);
    }
}
