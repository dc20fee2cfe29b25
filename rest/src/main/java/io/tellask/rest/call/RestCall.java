package io.tellask.rest.call;

import io.tellask.actor.contract.ContractMethod;
import io.tellask.actor.failure.Failures;
import io.tellask.http.HttpExchange;
import io.tellask.http.HttpRequest;
import io.tellask.http.HttpResponse;
import io.tellask.remote.AccessDeniedException;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.IncomingCall;
import io.tellask.remote.Interceptor;
import io.tellask.remote.Principal;
import io.tellask.remote.TraceContext;
import io.tellask.rest.plan.MethodPlan;
import io.tellask.rest.plan.ResultPlan;
import io.tellask.rest.plan.Verb;
import io.tellask.rest.problem.Refusal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One request that becomes a call: who sends it, may he, what are the arguments, what is the answer. Each step goes on
 * where the one before it ended:
 * on the loop of the connection, or on a virtual thread where it may take long. It ends once, by an answer or by the
 * end of the connection, which
 * cancels the call.
 */
public final class RestCall {
    /** A body that is longer is read beside the loop. */
    private static final int MOST_BYTES_ON_LOOP = 16 * 1024;

    /** A page of another origin cannot send it without asking first. */
    public static final String OWN_HEADER = "x-requested-with";

    /** A longer text is not made into an answer on the loop. */
    private static final int MOST_CHARS_ON_LOOP = 16 * 1024;

    private static final byte[] NO_BODY = {};

    private final CallSettings settings;
    private final CallTarget target;
    private final HttpExchange exchange;
    private final HttpRequest request;
    private final List<String> variables;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AnswerMemory answerMemory;
    private volatile @Nullable Runnable cancel;
    private volatile @Nullable IncomingCall seen;
    private volatile @Nullable BodyMemory memory;
    private boolean streaming; // written before the answer begins, read when it has ended

    private RestCall(CallSettings settings, CallTarget target, HttpExchange exchange, List<String> variables) {
        this.settings = settings;
        this.target = target;
        this.exchange = exchange;
        this.variables = variables;
        request = exchange.request();
        answerMemory = new AnswerMemory(settings.memory(), target.answerSizes(), this::memory);
    }

    private String peer() {
        InetSocketAddress address = request.peer();
        return address == null ? "unknown" : literal(address) + ":" + address.getPort();
    }

    /** Not the name, which may have been looked up: attempts are counted by address. */
    private static String literal(InetSocketAddress address) {
        InetAddress known = address.getAddress();
        return known == null ? address.getHostString() : known.getHostAddress();
    }

    /** Serves a request; on the loop of its connection. */
    public static void serve(CallSettings settings, CallTarget target, HttpExchange exchange, List<String> variables) {
        RestCall call = new RestCall(settings, target, exchange, variables);
        try {
            settings.load().begin();
        } catch (Refusal full) {
            exchange.answer(full.answer());
            return;
        }
        exchange.onEnd(call::over);
        call.step(call::begin);
    }

    /** Runs a step; what it throws is the answer. */
    private void step(Runnable step) {
        try {
            step.run();
        } catch (Throwable failure) {
            fail(failure);
        }
    }

    private void begin() {
        requireHeaders();
        CompletableFuture<Principal> who = Entrance.principal(settings, request, this::peer);
        if (who.isDone()) {
            admit(who.join());
        } else {
            who.whenComplete(
                    (principal, failure) -> onLoop(() -> admit(failure == null ? principal : rethrown(failure))));
        }
    }

    private static Principal rethrown(Throwable failure) {
        throw new CompletionException(failure);
    }

    private void onLoop(Runnable step) {
        try {
            exchange.loop().execute(() -> step(step));
        } catch (RejectedExecutionException loopEnded) {
            over();
        }
    }

    private void requireHeaders() {
        MethodPlan plan = target.plan();
        String type = MediaTypes.sent(request);
        if (plan.verb() == Verb.POST && MediaTypes.isOfForm(type) && request.header(OWN_HEADER) == null) {
            throw Refusal.of(
                    415,
                    "unsupported media type",
                    "a POST needs content-type application/json, or the header " + OWN_HEADER
                            + " where it has no body");
        }
        boolean right = target.hasRawBody() ? type.equals(MediaTypes.BYTES) : MediaTypes.isJson(request);
        if (target.hasBody() && !right) {
            throw Refusal.of(
                    415,
                    "unsupported media type",
                    "the body has to be " + (target.hasRawBody() ? MediaTypes.BYTES : MediaTypes.JSON + " in UTF-8")
                            + "; say so by content-type");
        }
        boolean takes = switch (plan.result().kind()) {
            case NOTHING -> true;
            case VALUE -> MediaTypes.takes(request, MediaTypes.JSON);
            case BYTES -> MediaTypes.takes(request, MediaTypes.BYTES);
            case STREAM -> MediaTypes.takes(request, MediaTypes.EVENTS) || MediaTypes.takes(request, MediaTypes.LINES);
        };
        if (!takes) {
            throw Refusal.of(
                    406,
                    "not acceptable",
                    "the answer is " + answerTypes(plan.result().kind()) + ", which the header accept leaves out");
        }
    }

    private static String answerTypes(ResultPlan.Kind kind) {
        return switch (kind) {
            case BYTES -> MediaTypes.BYTES;
            case STREAM -> MediaTypes.EVENTS + " or " + MediaTypes.LINES;
            default -> MediaTypes.JSON;
        };
    }

    private void admit(Principal principal) {
        if (!target.hasBody()) {
            call(principal, NO_BODY);
            return;
        }
        exchange.body(settings.limits().bodyBytes())
                .whenComplete((body, failure) -> step(() -> {
                    if (failure != null) {
                        throw bodyFailure(failure);
                    }
                    call(principal, body);
                }));
    }

    private static RuntimeException bodyFailure(Throwable failure) {
        return failure instanceof RuntimeException unchecked ? unchecked : new CompletionException(failure);
    }

    private void call(Principal principal, byte[] body) {
        intercept(principal, body.length);
        if (target.hasBody() && body.length >= BodyMemory.LEAST_BYTES) {
            memory();
        }
        answerMemory.expect();
        boolean waits = target.plan().method().kind() == ContractMethod.Kind.BLOCKING;
        if (waits || body.length > MOST_BYTES_ON_LOOP) {
            Thread.ofVirtual().name("rest " + target.plan().name()).start(() -> step(() -> invoke(body)));
        } else {
            invoke(body);
        }
    }

    private BodyMemory memory() {
        BodyMemory known = memory;
        if (known == null) {
            known = new BodyMemory(settings.memory(), peer());
            memory = known;
            if (ended.get()) {
                release();
            }
        }
        return known;
    }

    private void intercept(Principal principal, int bytes) {
        Interceptor interceptor = settings.interceptor();
        if (interceptor == null) {
            return;
        }
        MethodPlan plan = target.plan();
        ContractMethod method = plan.method();
        IncomingCall call =
                new IncomingCall(principal, peer(), plan.contract(), method.name(), method.signature(), bytes, trace());
        try {
            interceptor.before(call);
        } catch (AccessDeniedException denied) {
            throw denied;
        } catch (CallRefusedException refused) {
            throw Refusal.later(429, "refused for now", String.valueOf(refused.getMessage()));
        }
        seen = call;
    }

    /**
     * The trace that the request carries; null for none, and for one that is malformed, which nobody is refused for.
     */
    private @Nullable TraceContext trace() {
        String parent = request.header("traceparent");
        if (parent == null) {
            return null;
        }
        try {
            String state = request.header("tracestate");
            return state == null ? TraceContext.parse(parent) : TraceContext.parse(parent, state);
        } catch (IllegalArgumentException malformed) {
            return null;
        }
    }

    private void invoke(byte[] body) {
        Arguments reading = new Arguments(target, settings.reading(), memory);
        Object[] arguments =
                reading.read(request, variables, body, settings.limits().queryParameters());
        IncomingCall call = seen;
        TraceContext trace = call == null ? trace() : call.carriedOn().orElse(null);
        Object returned = trace == null ? called(arguments) : trace.call(() -> called(arguments));
        switch (target.plan().method().kind()) {
            case TELL -> finish(HttpResponse.of(target.plan().result().status()));
            case ASK -> await((CompletionStage<?>) Objects.requireNonNull(returned, "the method returned no promise"));
            case STREAM ->
                stream((Flow.Publisher<?>) Objects.requireNonNull(returned, "the method returned no stream"));
            case BLOCKING -> answer(returned);
        }
    }

    private @Nullable Object called(@Nullable Object[] arguments) {
        try {
            return (Object) target.plan().handle().invokeExact(arguments);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable checked) {
            throw new CompletionException(checked);
        }
    }

    private void await(CompletionStage<?> stage) {
        CompletableFuture<Object> promise = new CompletableFuture<>();
        promise.whenComplete((value, failure) -> {
            if (failure != null) {
                stage.toCompletableFuture().cancel(true); // nobody waits for it any more, or it has failed
            }
            settled(value, failure);
        });
        stage.whenComplete((value, failure) -> { // last: whoever settles it from here on makes the answer, if it must
            if (failure == null) {
                promise.complete(value);
            } else {
                promise.completeExceptionally(failure);
            }
        });
        if (!promise.isDone()) {
            promise.orTimeout(settings.limits().callTime().toMillis(), TimeUnit.MILLISECONDS);
            cancelBy(() -> promise.cancel(false));
        }
    }

    private void settled(@Nullable Object value, @Nullable Throwable failure) {
        Runnable task = () -> {
            if (failure != null) {
                throw bodyFailure(failure);
            }
            answer(value);
        };
        if (failure instanceof CancellationException && ended.get()) {
            return; // the connection has ended
        }
        if (failure != null || isSmall(value)) {
            onLoop(task);
        } else {
            step(() -> {
                answerMemory.expect(); // what is known by now
                makeAnswer(task);
            });
        }
    }

    private boolean isSmall(@Nullable Object value) {
        return target.plan().result().isSmall()
                && !(value instanceof String text && text.length() > MOST_CHARS_ON_LOOP);
    }

    /** Not on this thread, unless it would make long results faster than they become answers. */
    private void makeAnswer(Runnable task) {
        CallLoad load = settings.load();
        boolean counted = !target.answerSizes().areShort();
        if (counted && !load.beginAnswer()) {
            step(task);
            return;
        }
        Thread.ofVirtual().name("rest " + target.plan().name()).start(() -> {
            step(task);
            if (counted) {
                load.endAnswer();
            }
        });
    }

    /** Has the call cancelled when the connection ends, or at once if it has. */
    private void cancelBy(Runnable action) {
        cancel = action;
        if (ended.get()) {
            action.run();
        }
    }

    private void answer(@Nullable Object value) {
        HttpResponse answer =
                Answers.of(target.plan().result(), request.path(), value, settings.writing(), answerMemory);
        target.answerSizes().made(answer.body().length);
        finish(Answers.changed(request, answer));
    }

    private void stream(Flow.Publisher<?> publisher) {
        settings.load().beginStream();
        streaming = true;
        boolean events = MediaTypes.names(request, MediaTypes.EVENTS) || !MediaTypes.takes(request, MediaTypes.LINES);
        ItemStream stream = new ItemStream(exchange, settings, target.plan(), events, this::streamEnded, this::fail);
        cancelBy(stream::cancel);
        stream.subscribeTo(publisher);
    }

    private void streamEnded(@Nullable Throwable failure) {
        told(failure);
    }

    private void finish(HttpResponse answer) {
        told(null);
        cancel = null; // it knows the promise, and so the value, while the answer is read
        answerMemory.end();
        exchange.answer(answer);
    }

    private void fail(Throwable failure) {
        told(failure);
        cancel = null;
        answerMemory.end();
        exchange.answer(
                settings.failures().refusal(failure, target.plan().name()).answer());
    }

    /** The interceptor hears once how the call ended. */
    private void told(@Nullable Throwable failure) {
        IncomingCall call;
        synchronized (this) {
            call = seen;
            seen = null;
        }
        Interceptor interceptor = settings.interceptor();
        if (call != null && interceptor != null) {
            try {
                interceptor.after(call, failure == null ? null : Failures.unwrap(failure));
            } catch (Throwable failed) { // the application's own
                settings.failures()
                        .refusal(failed, "an interceptor at " + target.plan().name());
            }
        }
    }

    private synchronized boolean isUntold() {
        return seen != null;
    }

    /** The answer has left, or the connection has ended. */
    private void over() {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        if (streaming) {
            settings.load().endStream();
        } else {
            settings.load().end();
        }
        if (isUntold()) {
            told(new CancellationException("call: its connection has ended"));
        }
        Runnable action = cancel;
        if (action != null) {
            action.run();
        }
        release();
    }

    private void release() {
        BodyMemory held = memory;
        if (held != null) {
            held.end();
        }
    }
}
