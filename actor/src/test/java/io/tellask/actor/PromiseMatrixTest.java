package io.tellask.actor;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.runtime.ActorCell;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The thread rule of {@link Promise}: every method, whoever settles, whoever attaches, before and after. */
class PromiseMatrixTest {
    /** Who settles the promise. */
    enum Settler {
        OWNER,
        OTHER_ACTOR,
        THIRD_ACTOR,
        PLAIN_THREAD,
        TIMER
    }

    /** Who attaches, and who owns. */
    enum Who {
        OWNER,
        OTHER_ACTOR,
        THIRD_ACTOR,
        PLAIN_THREAD
    }

    private TwoActors actors = new TwoActors();
    private int attachedBefore;

    @AfterEach
    void close() {
        actors.close();
    }

    static Stream<PromiseMethods.Attaching> attaching() {
        return PromiseMethods.attaching().stream();
    }

    @ParameterizedTest
    @MethodSource("attaching")
    void functionsRunAsTheirActorWhoeverSettles(PromiseMethods.Attaching method) {
        checkAll(
                method,
                EnumSet.complementOf(EnumSet.of(Settler.THIRD_ACTOR)),
                EnumSet.of(Who.OWNER, Who.PLAIN_THREAD),
                EnumSet.complementOf(EnumSet.of(Who.THIRD_ACTOR)));
    }

    @ParameterizedTest
    @MethodSource("attaching")
    void functionsRunAsTheirActorBehindManyOthers(PromiseMethods.Attaching method) {
        attachedBefore = Relays.DIRECT_DEPENDENTS;
        checkAll(
                method,
                EnumSet.of(Settler.OWNER, Settler.PLAIN_THREAD),
                EnumSet.of(Who.OWNER, Who.PLAIN_THREAD),
                EnumSet.complementOf(EnumSet.of(Who.THIRD_ACTOR)));
    }

    @ParameterizedTest
    @MethodSource("attaching")
    void functionsRunAsTheirActorOnThePool(PromiseMethods.Attaching method) {
        checkThird(method);
    }

    @ParameterizedTest
    @MethodSource("attaching")
    void functionsRunAsTheirActorOnAVirtualThread(PromiseMethods.Attaching method) {
        actors.close();
        actors = new TwoActors(SpawnOptions.virtualThread());
        checkThird(method);
    }

    private void checkThird(PromiseMethods.Attaching method) {
        EnumSet<Settler> settlers = EnumSet.of(Settler.THIRD_ACTOR, Settler.OTHER_ACTOR, Settler.PLAIN_THREAD);
        checkAll(method, settlers, EnumSet.of(Who.THIRD_ACTOR), EnumSet.allOf(Who.class));
        checkAll(method, settlers, EnumSet.of(Who.OWNER, Who.PLAIN_THREAD), EnumSet.of(Who.THIRD_ACTOR));
    }

    private void checkAll(PromiseMethods.Attaching method, Set<Settler> settlers, Set<Who> owners, Set<Who> attachers) {
        for (Settler settler : settlers) {
            for (Who owner : owners) {
                for (Who attacher : attachers) {
                    check(method, settler, owner, attacher, true);
                    check(method, settler, owner, attacher, false);
                }
            }
        }
    }

    private void check(PromiseMethods.Attaching method, Settler settler, Who owner, Who attacher, boolean attachFirst) {
        String cell = method + ", settled by " + settler + ", owned by " + owner + ", attached by " + attacher
                + (attachFirst ? " before" : " after");
        ActorCell<?> home = attacher == Who.PLAIN_THREAD ? actor(owner) : actor(attacher);
        Promise<Integer> promise = actors.callAs(actor(owner), Promise::new);
        for (int i = 0; i < attachedBefore; i++) {
            promise.observe((value, failure) -> {});
        }
        Place function = new Place();
        if (!attachFirst) {
            settle(promise, settler, method.onFailure());
        }
        Promise<?> dependent = (Promise<?>) actors.callAs(actor(attacher), () -> method.attach(promise, function));
        assertThat(dependent.owner)
                .as("owner of what the method returned: %s", cell)
                .isSameAs(home);
        Place next = new Place();
        actors.as(null, () -> dependent.whenComplete((value, failure) -> next.note()));
        if (attachFirst) {
            assertThat(function.noted())
                    .as("ran before it was settled: %s", cell)
                    .isFalse();
            settle(promise, settler, method.onFailure());
        }
        if (home == null) {
            dependent.join(); // the plain future runs asynchronous functions on threads of its own
        }
        assertThat(function.noted()).as("ran: %s", cell).isTrue();
        if (method.withExecutor()) {
            assertThat(function.thread().getName()).as(cell).isEqualTo(PromiseMethods.EXECUTOR_THREAD);
        } else if (home != null) {
            assertThat(function.actor()).as("actor of the function: %s", cell).isSameAs(home);
            assertThat(function.dispatcher()).as("dispatcher: %s", cell).isSameAs(home.dispatcher());
        }
        if (home != null) {
            assertThat(next.actor()).as("actor of what follows: %s", cell).isSameAs(home);
        }
    }

    private ActorCell<?> actor(Who who) {
        return switch (who) {
            case OWNER -> actors.owner;
            case OTHER_ACTOR -> actors.other;
            case THIRD_ACTOR -> actors.third();
            case PLAIN_THREAD -> null;
        };
    }

    private void settle(Promise<Integer> promise, Settler settler, boolean fail) {
        Runnable action = () -> {
            if (fail) {
                promise.completeExceptionally(new IllegalStateException("as asked"));
            } else {
                promise.complete(1);
            }
        };
        switch (settler) {
            case OWNER -> actors.as(actors.owner, action);
            case OTHER_ACTOR -> actors.as(actors.other, action);
            case THIRD_ACTOR -> actors.as(actors.third(), action);
            case PLAIN_THREAD -> actors.as(null, action);
            case TIMER -> {
                actors.ownerTime.schedule(action, 1);
                actors.ownerTime.advance(Duration.ofNanos(1));
                actors.settle();
            }
        }
    }

    static Stream<PromiseMethods.Settling> settling() {
        return PromiseMethods.settling().stream();
    }

    @ParameterizedTest
    @MethodSource("settling")
    void functionsRunAsTheOwnerWhateverMethodSettles(PromiseMethods.Settling method) {
        for (Who caller : Who.values()) {
            Promise<Integer> promise = actors.callAs(actors.owner, Promise::new);
            Place function = new Place();
            promise.whenComplete((value, failure) -> function.note());
            actors.as(actor(caller), () -> method.settle(promise));
            actors.ownerTime.advance(Duration.ofSeconds(1));
            actors.settle();
            assertThat(function.actor()).as("%s called by %s", method, caller).isSameAs(actors.owner);
        }
    }

    @ParameterizedTest
    @EnumSource(Who.class)
    void whatReturnsAnotherViewBelongsToTheCaller(Who caller) {
        Promise<Integer> promise = actors.callAs(actors.owner, Promise::new);
        ActorCell<?> home = caller == Who.PLAIN_THREAD ? actors.owner : actor(caller);
        Promise<?> copy = actors.callAs(actor(caller), promise::copy);
        Promise<?> fresh = actors.callAs(actor(caller), promise::newIncompleteFuture);
        CompletionStage<Integer> stage = actors.callAs(actor(caller), promise::minimalCompletionStage);
        Place function = new Place();
        stage.thenAccept(value -> function.note());
        assertThat(copy.owner).isSameAs(home);
        assertThat(fresh.owner).isSameAs(home);
        assertThat(promise.toCompletableFuture()).isSameAs(promise);
        promise.complete(1);
        actors.settle();
        assertThat(function.actor()).isSameAs(home);
    }

    @ParameterizedTest
    @EnumSource(Who.class)
    void defaultExecutorRunsAsTheActor(Who caller) {
        Promise<Integer> promise = actors.callAs(actors.owner, Promise::new);
        Place task = new Place();
        Executor executor = actors.callAs(actor(caller), promise::defaultExecutor);
        actors.as(null, () -> executor.execute(task::note));
        assertThat(task.actor()).isSameAs(caller == Who.PLAIN_THREAD ? actors.owner : actor(caller));
    }

    @Test
    void withoutAnyActorItIsThePlainFuture() {
        Promise<Integer> promise = new Promise<>();
        Place function = new Place();
        Promise<Void> dependent = promise.thenAccept(value -> function.note());
        promise.complete(1);
        assertThat(function.thread()).isSameAs(Thread.currentThread());
        assertThat(dependent.owner).isNull();
        assertThat(promise.defaultExecutor()).isSameAs(new CompletableFuture<>().defaultExecutor());
    }

    @Test
    void noMethodIsMissingFromTheTables() {
        Set<String> methods = Stream.of(CompletableFuture.class, CompletionStage.class, Future.class)
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isBridge())
                .filter(method -> method.getDeclaringClass() != Object.class)
                .map(PromiseMatrixTest::signature)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(PromiseMethods.signatures()).containsExactlyInAnyOrderElementsOf(methods);
    }

    @Test
    void everyMethodThatReturnsAStageReturnsAPromise() throws NoSuchMethodException {
        for (Method method : CompletableFuture.class.getMethods()) {
            if (!Modifier.isStatic(method.getModifiers()) && method.getReturnType() == CompletableFuture.class) {
                assertThat(Promise.class
                                .getMethod(method.getName(), method.getParameterTypes())
                                .getReturnType())
                        .as(method.toString())
                        .isEqualTo(Promise.class);
            }
        }
    }

    private static String signature(Method method) {
        return method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(",", "(", ")"));
    }

    @Test
    void timeoutsAreCountedByTheOwnersClock() {
        Promise<Integer> promise = actors.callAs(actors.owner, Promise::new);
        promise.orTimeout(5, SECONDS);
        actors.ownerTime.advance(Duration.ofSeconds(5).minusNanos(1));
        assertThat(promise).isNotDone();
        actors.ownerTime.advance(Duration.ofNanos(1));
        assertThat(promise).isCompletedExceptionally();
    }
}
