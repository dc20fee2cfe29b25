package io.tellask.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.AccessDeniedException;
import io.tellask.remote.Client;
import io.tellask.remote.IncomingCall;
import io.tellask.remote.Interceptor;
import io.tellask.remote.Principal;
import io.tellask.remote.Server;
import io.tellask.remote.TraceContext;
import io.tellask.test.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The spans of three systems, which talk over TCP and have an OpenTelemetry each: one calls the desk, which calls the archive. */
class CallSpansTest {
    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final List<OpenTelemetrySdk> telemetries = new ArrayList<>();
    private final List<ActorSystem> systems = new ArrayList<>();
    private final List<Optional<TraceContext>> seen = new CopyOnWriteArrayList<>(); // by the archive
    private final CallSpans atFirst = CallSpans.of(telemetry(Sampler.alwaysOn()));
    private final CallSpans atDesk = CallSpans.of(telemetry(Sampler.parentBased(Sampler.alwaysOn())));
    private final CallSpans atArchive = CallSpans.of(telemetry(Sampler.parentBased(Sampler.alwaysOn())));
    private final ActorSystem first = system();
    private final ActorSystem second = system();
    private final ActorSystem third = system();
    private volatile boolean denies;
    private final Desk desk;

    /** Keeps numbers. */
    public interface Archive {
        Promise<Integer> read(int number);

        Promise<Integer> fail(int number);

        void note(int number);
    }

    /** Asks the archive. */
    public interface Desk {
        /** Without a span of its own. */
        Promise<Integer> forward(int number);

        /** With one. */
        Promise<Integer> forwardWithin(int number);

        Promise<Integer> forwardFailure(int number);

        void note(int number);
    }

    private final class Keeper implements Archive {
        @Override
        public Promise<Integer> read(int number) {
            seen.add(TraceContext.current());
            return Promise.of(number + 1);
        }

        @Override
        public Promise<Integer> fail(int number) {
            throw new IllegalStateException("no number\n" + number);
        }

        @Override
        public void note(int number) {
            seen.add(TraceContext.current());
        }
    }

    private final class Clerk implements Desk {
        private final Archive archive;

        Clerk(Archive archive) {
            this.archive = archive;
        }

        @Override
        public Promise<Integer> forward(int number) {
            return Promise.of(number).thenCompose(archive::read);
        }

        @Override
        public Promise<Integer> forwardWithin(int number) {
            return atDesk.ask("look up", () -> archive.read(number));
        }

        @Override
        public Promise<Integer> forwardFailure(int number) {
            return atDesk.ask("look up", () -> archive.fail(number));
        }

        @Override
        public void note(int number) {
            archive.note(number);
        }
    }

    CallSpansTest() {
        Interceptor guard = _ -> {
            if (denies) {
                throw new AccessDeniedException("call: not you");
            }
        };
        Archive archive = published(
                second,
                third,
                Interceptor.all(atArchive, guard),
                Archive.class,
                third.spawn(Archive.class, Keeper::new));
        desk = published(first, second, atDesk, Desk.class, second.spawn(Desk.class, () -> new Clerk(archive)));
    }

    private OpenTelemetrySdk telemetry(Sampler sampler) {
        OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
                .setTracerProvider(SdkTracerProvider.builder()
                        .setSampler(sampler)
                        .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                        .build())
                .build();
        telemetries.add(telemetry);
        return telemetry;
    }

    private ActorSystem system() {
        ActorSystem system = ActorSystem.create();
        systems.add(system);
        return system;
    }

    private static <C> C published(
            ActorSystem caller, ActorSystem owner, Interceptor interceptor, Class<C> contract, C actor) {
        Server server = Server.builder(owner)
                .publish("actor", contract, actor)
                .interceptor(interceptor)
                .listen("tellask://127.0.0.1:0")
                .start();
        return Client.connect(caller, server.address().toString()).lookup("actor", contract);
    }

    @AfterEach
    void close() {
        systems.forEach(ActorSystem::close);
        telemetries.forEach(OpenTelemetrySdk::close);
    }

    /** The spans, the first ones' first, once so many have ended. */
    private List<SpanData> spans(int count) {
        Await.until(count + " spans", () -> exporter.getFinishedSpanItems().size() >= count);
        List<SpanData> spans = new ArrayList<>();
        List<SpanData> left = new ArrayList<>(exporter.getFinishedSpanItems());
        assertThat(left).hasSize(count);
        while (!left.isEmpty()) { // each span behind its parent
            int before = left.size();
            left.removeIf(span -> {
                boolean next =
                        left.stream().noneMatch(other -> other.getSpanId().equals(span.getParentSpanId()));
                return next && spans.add(span);
            });
            assertThat(left).hasSizeLessThan(before);
        }
        return spans;
    }

    private static void assertChain(List<SpanData> spans) {
        for (int i = 1; i < spans.size(); i++) {
            assertThat(spans.get(i).getParentSpanId())
                    .isEqualTo(spans.get(i - 1).getSpanId());
            assertThat(spans.get(i).getTraceId()).isEqualTo(spans.getFirst().getTraceId());
        }
    }

    @Test
    void oneRequestIsOneTraceOverThreeSystems() {
        assertThat(atFirst.ask("request", () -> desk.forward(1)).join()).isEqualTo(2);
        List<SpanData> spans = spans(3);
        assertChain(spans);
        assertThat(spans).extracting(SpanData::getName).containsExactly("request", "Desk/forward", "Archive/read");
        assertThat(spans)
                .extracting(SpanData::getKind)
                .containsExactly(SpanKind.CLIENT, SpanKind.SERVER, SpanKind.SERVER);
        assertThat(spans.getFirst().getParentSpanContext().isValid()).isFalse();
        assertThat(spans.get(2).getParentSpanContext().isRemote()).isTrue();
        assertThat(spans.get(2).getAttributes().get(AttributeKey.stringKey("rpc.method")))
                .isEqualTo(Archive.class.getName() + "/read");
        assertThat(seen)
                .singleElement()
                .satisfies(trace -> assertThat(trace.orElseThrow().parentId())
                        .isEqualTo(spans.get(2).getSpanId()));
    }

    @Test
    void askOfAnActorIsAChildOfTheCallThatItExecutes() {
        assertThat(desk.forwardWithin(1).join()).isEqualTo(2);
        List<SpanData> spans = spans(3);
        assertChain(spans);
        assertThat(spans)
                .extracting(SpanData::getName)
                .containsExactly("Desk/forwardWithin", "look up", "Archive/read");
    }

    @Test
    void tellsAreOfTheTraceToo() {
        Span span = telemetries.getFirst().getTracer("test").spanBuilder("job").startSpan();
        TraceContext trace = CallSpans.traceOf(span.getSpanContext()).orElseThrow();
        trace.run(() -> desk.note(1));
        span.end();
        List<SpanData> spans = spans(3);
        assertChain(spans);
        assertThat(spans).extracting(SpanData::getName).containsExactly("job", "Desk/note", "Archive/note");
    }

    @Test
    void currentSpanOfTheThreadIsTheParent() {
        Span span = telemetries.getFirst().getTracer("test").spanBuilder("page").startSpan();
        try (Scope _ = span.makeCurrent()) {
            atFirst.ask("request", () -> desk.forward(1)).join();
        }
        span.end();
        assertThat(spans(4)).extracting(SpanData::getName).startsWith("page", "request");
        assertChain(spans(4));
    }

    @Test
    void failureIsToldInEachSpan() {
        assertThatThrownBy(() ->
                        atFirst.ask("request", () -> desk.forwardFailure(7)).join())
                .hasMessageContaining("no number");
        List<SpanData> spans = spans(4);
        assertChain(spans);
        assertThat(spans).allSatisfy(span -> {
            assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
            assertThat(span.getStatus().getDescription()).contains("no number").doesNotContain("\n");
            assertThat(span.getAttributes().get(AttributeKey.stringKey("error.type")))
                    .isEqualTo("java.lang.IllegalStateException");
        });
    }

    @Test
    void callThatIsDeniedHasASpanAndThatOfACancelledAskEnds() {
        denies = true;
        assertThatThrownBy(() -> desk.forward(1).join()).hasMessageContaining("not you");
        List<SpanData> spans = spans(2);
        assertThat(spans.get(1).getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(spans.get(1).getAttributes().get(AttributeKey.stringKey("error.type")))
                .isEqualTo(AccessDeniedException.class.getName());

        exporter.reset();
        Promise<Integer> never = atFirst.ask("request", Promise::new);
        never.cancel(false);
        assertThat(spans(1).getFirst().getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    }

    @Test
    void askThatThrowsEndsItsSpan() {
        assertThatThrownBy(() -> atFirst.ask("request", () -> {
                    throw new IllegalStateException("not made");
                }))
                .hasMessage("not made");
        assertThatThrownBy(() -> atFirst.ask("request", () -> null)).isInstanceOf(NullPointerException.class);
        assertThat(spans(2))
                .allSatisfy(span -> assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR));
    }

    @Test
    void traceThatIsNotSampledIsCarriedOnAndNotRecorded() {
        TraceContext trace = TraceContext.parse("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00");
        assertThat(trace.call(() -> desk.forward(1).join())).isEqualTo(2);
        assertThat(exporter.getFinishedSpanItems()).isEmpty();
        assertThat(seen).singleElement().satisfies(here -> {
            assertThat(here.orElseThrow().traceId()).isEqualTo(trace.traceId());
            assertThat(here.orElseThrow().isSampled()).isFalse();
        });
    }

    @Test
    void openTelemetryThatDoesNothingLetsTheTracePass() {
        CallSpans none = CallSpans.of(OpenTelemetry.noop());
        TraceContext trace = TraceContext.start();
        IncomingCall call =
                new IncomingCall(Principal.ANONYMOUS, "peer", Desk.class, "forward", "forward(int)", 1, trace);
        none.before(call);
        assertThat(call.carriedOn()).contains(trace);
        none.after(call, null);
        IncomingCall untraced = new IncomingCall(Principal.ANONYMOUS, "peer", Desk.class, "forward", "forward(int)", 1);
        none.before(untraced);
        assertThat(untraced.carriedOn()).isEmpty();
        none.after(untraced, null);
        assertThat(none.ask("request", () -> Promise.of(TraceContext.current())).join())
                .isEmpty();
    }

    @Test
    void tracestateIsCarriedBothWaysUpToItsLimit() {
        TraceContext trace = TraceContext.parse(
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE");
        Span same = Span.fromContext(CallSpans.contextOf(trace));
        assertThat(CallSpans.traceOf(same.getSpanContext())).contains(trace);
        assertThat(CallSpans.traceOf(Span.getInvalid().getSpanContext())).isEmpty();

        TraceState large = TraceState.builder()
                .put("c", "c".repeat(200))
                .put("b", "b".repeat(200))
                .put("a", "a".repeat(200))
                .build();
        SpanContext oversized = SpanContext.create(trace.traceId(), trace.parentId(), TraceFlags.getSampled(), large);
        assertThat(CallSpans.traceOf(oversized).orElseThrow().tracestate())
                .isEqualTo("a=" + "a".repeat(200) + ",b=" + "b".repeat(200));
    }
}
