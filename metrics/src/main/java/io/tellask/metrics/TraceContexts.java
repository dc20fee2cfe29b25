package io.tellask.metrics;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.tellask.remote.TraceContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The trace of a call as OpenTelemetry has it, and the other way round. Stateless; thread-safe. */
final class TraceContexts {
    private static final String PARENT = "traceparent";
    private static final String STATE = "tracestate";
    private static final W3CTraceContextPropagator HEADERS = W3CTraceContextPropagator.getInstance();
    private static final TextMapGetter<TraceContext> GETTER = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(TraceContext trace) {
            return List.of(PARENT, STATE);
        }

        @Override
        public @Nullable String get(@Nullable TraceContext trace, String key) {
            if (trace == null) {
                return null;
            }
            return switch (key) {
                case PARENT -> trace.traceparent();
                case STATE -> trace.tracestate();
                default -> null;
            };
        }
    };

    private TraceContexts() {}

    static Context contextOf(TraceContext trace) {
        return HEADERS.extract(Context.root(), trace, GETTER);
    }

    static Optional<TraceContext> traceOf(SpanContext span) {
        if (!span.isValid()) {
            return Optional.empty();
        }
        Map<String, String> headers = new HashMap<>(4);
        HEADERS.inject(Context.root().with(Span.wrap(span)), headers, (to, key, value) -> to.put(key, value));
        String parent = headers.get(PARENT);
        return parent == null
                ? Optional.empty()
                : Optional.of(TraceContext.parse(parent, bounded(headers.getOrDefault(STATE, ""))));
    }

    /** As many members of a tracestate as calls may carry, from the newest on, as W3C asks for. */
    private static String bounded(String state) {
        String kept = state;
        while (kept.length() > TraceContext.MOST_STATE_CHARS) {
            int last = kept.lastIndexOf(',');
            kept = last < 0 ? "" : kept.substring(0, last);
        }
        return kept;
    }
}
