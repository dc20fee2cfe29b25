package io.tellask.metrics;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.tellask.actor.Promise;
import io.tellask.remote.IncomingCall;
import io.tellask.remote.Interceptor;
import io.tellask.remote.TraceContext;
import io.tellask.text.SafeLog;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Spans for OpenTelemetry: one of kind SERVER for each call of a peer, as an interceptor of its server or client, and one of kind CLIENT for
 * an ask where the application says so. Calls carry the trace by themselves, so all spans of one request are one trace. Thread-safe.
 *
 * <pre>
 *  SERVER  named contract/method, without the contract's package; child of the span that the call carries, and carried on by calls that the
 *          actor makes; attributes rpc.system.name=tellask, rpc.method, tellask.bytes, error.type
 *  CLIENT  named by the application; child of the current span of OpenTelemetry, or else of the trace that the code has
 * </pre>
 *
 * <p>Names and attributes hold what this process says, and no arguments. Put it first in {@link Interceptor#all}, so that it sees what others
 * refuse.
 */
public final class CallSpans implements Interceptor {
    private static final String INSTRUMENTATION = "io.tellask.metrics";

    private final Tracer tracer;
    private final Map<IncomingCall, Span> underWay = new ConcurrentHashMap<>(); // as many as there are calls

    private CallSpans(Tracer tracer) {
        this.tracer = tracer;
    }

    /** Spans of one OpenTelemetry; one object serves any number of servers and clients. */
    public static CallSpans of(OpenTelemetry openTelemetry) {
        return new CallSpans(
                Objects.requireNonNull(openTelemetry, "openTelemetry").getTracer(INSTRUMENTATION));
    }

    @Override
    public void before(IncomingCall call) {
        Context parent = call.trace().map(TraceContexts::contextOf).orElse(Context.root());
        String method = call.contract().getSimpleName() + "/" + call.method();
        Span span = tracer.spanBuilder(method)
                .setParent(parent)
                .setSpanKind(SpanKind.SERVER)
                .setAttribute("rpc.system.name", "tellask")
                .setAttribute("rpc.method", call.contract().getName() + "/" + call.method())
                .setAttribute("tellask.bytes", call.bytes())
                .startSpan();
        underWay.put(call, span);
        TraceContexts.traceOf(span.getSpanContext()).ifPresent(call::carryOn);
    }

    @Override
    public void after(IncomingCall call, @Nullable Throwable failure) {
        Span span = underWay.remove(call);
        if (span != null) {
            end(span, failure);
        }
    }

    /**
     * Makes an ask within a span of its own, which ends when the answer has come.
     *
     * @param name what the span is called
     * @param ask makes the call, or several, and returns the promise of the answer; what it throws ends the span, too
     */
    public <T> Promise<T> ask(String name, Supplier<Promise<T>> ask) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(ask, "ask");
        Span span = tracer.spanBuilder(name)
                .setParent(parent())
                .setSpanKind(SpanKind.CLIENT)
                .startSpan();
        Optional<TraceContext> trace = TraceContexts.traceOf(span.getSpanContext());
        try {
            Promise<T> answer = Objects.requireNonNull(
                    trace.isPresent() ? trace.get().call(ask::get) : ask.get(), "what the ask returned");
            answer.whenComplete((_, failure) -> end(span, failure));
            return answer;
        } catch (Throwable failure) {
            end(span, failure);
            throw failure;
        }
    }

    private static Context parent() {
        Context current = Context.current();
        return Span.fromContext(current).getSpanContext().isValid()
                ? current
                : TraceContext.current().map(TraceContexts::contextOf).orElse(current);
    }

    private static void end(Span span, @Nullable Throwable failure) {
        if (failure != null) {
            Throwable cause =
                    failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
            span.setAttribute("error.type", cause.getClass().getName());
            if (!(cause instanceof CancellationException)) {
                span.setStatus(StatusCode.ERROR, SafeLog.describe(cause));
            }
        }
        span.end();
    }

    /** The trace of an OpenTelemetry span, for {@link TraceContext#run} and the like; empty where it is none that is valid. */
    public static Optional<TraceContext> traceOf(SpanContext span) {
        return TraceContexts.traceOf(Objects.requireNonNull(span, "span"));
    }

    /** A context of OpenTelemetry whose span is the one that a trace names: the parent for spans of the code that has the trace. */
    public static Context contextOf(TraceContext trace) {
        return TraceContexts.contextOf(Objects.requireNonNull(trace, "trace"));
    }
}
