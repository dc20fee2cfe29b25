package io.tellask.actor;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** The tables behind {@link PromiseMatrixTest}: every method of a promise, and how the matrix calls it. */
final class PromiseMethods {
    private static final boolean ON_VALUE = false;
    private static final boolean ON_FAILURE = true;

    static final String EXECUTOR_THREAD = "executor of the test";

    /** Runs each task on a thread of its own and waits for it, so that a step of the test holds all that it caused. */
    private static final Executor EXECUTOR = task -> {
        Thread thread = Thread.ofPlatform().name(EXECUTOR_THREAD).start(task);
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError("the executor was interrupted", e);
        }
    };

    /** A method that attaches a function. */
    record Attaching(String signature, boolean onFailure, BiFunction<Promise<Integer>, Place, Object> call) {
        Object attach(Promise<Integer> promise, Place at) {
            return call.apply(promise, at);
        }

        boolean withExecutor() {
            return signature.contains("Executor");
        }

        @Override
        public String toString() {
            return signature;
        }
    }

    /** A method that settles the promise, now or within a second of the owner's clock. */
    record Settling(String signature, Consumer<Promise<Integer>> call) {
        void settle(Promise<Integer> promise) {
            call.accept(promise);
        }

        @Override
        public String toString() {
            return signature;
        }
    }

    private PromiseMethods() {}

    static List<Attaching> attaching() {
        return List.of(
                new Attaching("thenApply(Function)", ON_VALUE, (p, at) -> p.thenApply(value -> note(at, value))),
                new Attaching(
                        "thenApplyAsync(Function)", ON_VALUE, (p, at) -> p.thenApplyAsync(value -> note(at, value))),
                new Attaching(
                        "thenApplyAsync(Function,Executor)",
                        ON_VALUE,
                        (p, at) -> p.thenApplyAsync(value -> note(at, value), EXECUTOR)),
                new Attaching("thenAccept(Consumer)", ON_VALUE, (p, at) -> p.thenAccept(value -> at.note())),
                new Attaching("thenAcceptAsync(Consumer)", ON_VALUE, (p, at) -> p.thenAcceptAsync(value -> at.note())),
                new Attaching(
                        "thenAcceptAsync(Consumer,Executor)",
                        ON_VALUE,
                        (p, at) -> p.thenAcceptAsync(value -> at.note(), EXECUTOR)),
                new Attaching("thenRun(Runnable)", ON_VALUE, (p, at) -> p.thenRun(at::note)),
                new Attaching("thenRunAsync(Runnable)", ON_VALUE, (p, at) -> p.thenRunAsync(at::note)),
                new Attaching(
                        "thenRunAsync(Runnable,Executor)", ON_VALUE, (p, at) -> p.thenRunAsync(at::note, EXECUTOR)),
                new Attaching(
                        "thenCombine(CompletionStage,BiFunction)",
                        ON_VALUE,
                        (p, at) -> p.thenCombine(done(), (value, other) -> note(at, value))),
                new Attaching(
                        "thenCombineAsync(CompletionStage,BiFunction)",
                        ON_VALUE,
                        (p, at) -> p.thenCombineAsync(done(), (value, other) -> note(at, value))),
                new Attaching(
                        "thenCombineAsync(CompletionStage,BiFunction,Executor)",
                        ON_VALUE,
                        (p, at) -> p.thenCombineAsync(done(), (value, other) -> note(at, value), EXECUTOR)),
                new Attaching(
                        "thenAcceptBoth(CompletionStage,BiConsumer)",
                        ON_VALUE,
                        (p, at) -> p.thenAcceptBoth(done(), (value, other) -> at.note())),
                new Attaching(
                        "thenAcceptBothAsync(CompletionStage,BiConsumer)",
                        ON_VALUE,
                        (p, at) -> p.thenAcceptBothAsync(done(), (value, other) -> at.note())),
                new Attaching(
                        "thenAcceptBothAsync(CompletionStage,BiConsumer,Executor)",
                        ON_VALUE,
                        (p, at) -> p.thenAcceptBothAsync(done(), (value, other) -> at.note(), EXECUTOR)),
                new Attaching(
                        "runAfterBoth(CompletionStage,Runnable)",
                        ON_VALUE,
                        (p, at) -> p.runAfterBoth(done(), at::note)),
                new Attaching(
                        "runAfterBothAsync(CompletionStage,Runnable)",
                        ON_VALUE,
                        (p, at) -> p.runAfterBothAsync(done(), at::note)),
                new Attaching(
                        "runAfterBothAsync(CompletionStage,Runnable,Executor)",
                        ON_VALUE,
                        (p, at) -> p.runAfterBothAsync(done(), at::note, EXECUTOR)),
                new Attaching(
                        "applyToEither(CompletionStage,Function)",
                        ON_VALUE,
                        (p, at) -> p.applyToEither(never(), value -> note(at, value))),
                new Attaching(
                        "applyToEitherAsync(CompletionStage,Function)",
                        ON_VALUE,
                        (p, at) -> p.applyToEitherAsync(never(), value -> note(at, value))),
                new Attaching(
                        "applyToEitherAsync(CompletionStage,Function,Executor)",
                        ON_VALUE,
                        (p, at) -> p.applyToEitherAsync(never(), value -> note(at, value), EXECUTOR)),
                new Attaching(
                        "acceptEither(CompletionStage,Consumer)",
                        ON_VALUE,
                        (p, at) -> p.acceptEither(never(), value -> at.note())),
                new Attaching(
                        "acceptEitherAsync(CompletionStage,Consumer)",
                        ON_VALUE,
                        (p, at) -> p.acceptEitherAsync(never(), value -> at.note())),
                new Attaching(
                        "acceptEitherAsync(CompletionStage,Consumer,Executor)",
                        ON_VALUE,
                        (p, at) -> p.acceptEitherAsync(never(), value -> at.note(), EXECUTOR)),
                new Attaching(
                        "runAfterEither(CompletionStage,Runnable)",
                        ON_VALUE,
                        (p, at) -> p.runAfterEither(never(), at::note)),
                new Attaching(
                        "runAfterEitherAsync(CompletionStage,Runnable)",
                        ON_VALUE,
                        (p, at) -> p.runAfterEitherAsync(never(), at::note)),
                new Attaching(
                        "runAfterEitherAsync(CompletionStage,Runnable,Executor)",
                        ON_VALUE,
                        (p, at) -> p.runAfterEitherAsync(never(), at::note, EXECUTOR)),
                new Attaching("thenCompose(Function)", ON_VALUE, (p, at) -> p.thenCompose(value -> stage(at))),
                new Attaching(
                        "thenComposeAsync(Function)", ON_VALUE, (p, at) -> p.thenComposeAsync(value -> stage(at))),
                new Attaching(
                        "thenComposeAsync(Function,Executor)",
                        ON_VALUE,
                        (p, at) -> p.thenComposeAsync(value -> stage(at), EXECUTOR)),
                new Attaching(
                        "whenComplete(BiConsumer)", ON_VALUE, (p, at) -> p.whenComplete((value, failure) -> at.note())),
                new Attaching(
                        "whenCompleteAsync(BiConsumer)",
                        ON_VALUE,
                        (p, at) -> p.whenCompleteAsync((value, failure) -> at.note())),
                new Attaching(
                        "whenCompleteAsync(BiConsumer,Executor)",
                        ON_VALUE,
                        (p, at) -> p.whenCompleteAsync((value, failure) -> at.note(), EXECUTOR)),
                new Attaching("handle(BiFunction)", ON_VALUE, (p, at) -> p.handle((value, failure) -> note(at, value))),
                new Attaching(
                        "handleAsync(BiFunction)",
                        ON_VALUE,
                        (p, at) -> p.handleAsync((value, failure) -> note(at, value))),
                new Attaching(
                        "handleAsync(BiFunction,Executor)",
                        ON_VALUE,
                        (p, at) -> p.handleAsync((value, failure) -> note(at, value), EXECUTOR)),
                new Attaching(
                        "exceptionally(Function)", ON_FAILURE, (p, at) -> p.exceptionally(failure -> note(at, 0))),
                new Attaching(
                        "exceptionallyAsync(Function)",
                        ON_FAILURE,
                        (p, at) -> p.exceptionallyAsync(failure -> note(at, 0))),
                new Attaching(
                        "exceptionallyAsync(Function,Executor)",
                        ON_FAILURE,
                        (p, at) -> p.exceptionallyAsync(failure -> note(at, 0), EXECUTOR)),
                new Attaching(
                        "exceptionallyCompose(Function)",
                        ON_FAILURE,
                        (p, at) -> p.exceptionallyCompose(failure -> stage(at))),
                new Attaching(
                        "exceptionallyComposeAsync(Function)",
                        ON_FAILURE,
                        (p, at) -> p.exceptionallyComposeAsync(failure -> stage(at))),
                new Attaching(
                        "exceptionallyComposeAsync(Function,Executor)",
                        ON_FAILURE,
                        (p, at) -> p.exceptionallyComposeAsync(failure -> stage(at), EXECUTOR)));
    }

    static List<Settling> settling() {
        return List.of(
                new Settling("complete(Object)", p -> p.complete(1)),
                new Settling(
                        "completeExceptionally(Throwable)", p -> p.completeExceptionally(new IllegalStateException())),
                new Settling("completeAsync(Supplier)", p -> p.completeAsync(() -> 1)),
                new Settling("completeAsync(Supplier,Executor)", p -> p.completeAsync(() -> 1, EXECUTOR)),
                new Settling("orTimeout(long,TimeUnit)", p -> p.orTimeout(1, SECONDS)),
                new Settling("completeOnTimeout(Object,long,TimeUnit)", p -> p.completeOnTimeout(1, 1, SECONDS)),
                new Settling("cancel(boolean)", p -> p.cancel(true)),
                new Settling("obtrudeValue(Object)", p -> p.obtrudeValue(1)),
                new Settling("obtrudeException(Throwable)", p -> p.obtrudeException(new IllegalStateException())));
    }

    /** Methods that only look, wait or make another view; each has a test of its own. */
    private static final List<String> OTHERS = List.of(
            "copy()",
            "defaultExecutor()",
            "exceptionNow()",
            "get()",
            "get(long,TimeUnit)",
            "getNow(Object)",
            "getNumberOfDependents()",
            "isCancelled()",
            "isCompletedExceptionally()",
            "isDone()",
            "join()",
            "minimalCompletionStage()",
            "newIncompleteFuture()",
            "resultNow()",
            "state()",
            "toCompletableFuture()",
            "toString()");

    static List<String> signatures() {
        List<String> all = new ArrayList<>(OTHERS);
        attaching().forEach(method -> all.add(method.signature()));
        settling().forEach(method -> all.add(method.signature()));
        return all;
    }

    private static <V> V note(Place at, V value) {
        at.note();
        return value;
    }

    private static CompletionStage<Integer> stage(Place at) {
        at.note();
        return done();
    }

    private static CompletionStage<Integer> done() {
        return CompletableFuture.completedFuture(1);
    }

    private static CompletionStage<Integer> never() {
        return new CompletableFuture<>();
    }
}
