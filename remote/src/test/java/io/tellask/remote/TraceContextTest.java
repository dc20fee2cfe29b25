package io.tellask.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a trace is read from and written as, and which code has it. */
class TraceContextTest {
    private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @Test
    void isWrittenAsItWasRead() {
        TraceContext trace = TraceContext.parse(PARENT, "congo=t61rcWkgMzE,rojo=00f067aa0ba902b7");
        assertThat(trace.traceparent()).isEqualTo(PARENT).isEqualTo(trace.toString());
        assertThat(trace.tracestate()).isEqualTo("congo=t61rcWkgMzE,rojo=00f067aa0ba902b7");
        assertThat(trace.traceId()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
        assertThat(trace.parentId()).isEqualTo("b7ad6b7169203331");
        assertThat(trace.isSampled()).isTrue();
        assertThat(trace)
                .isEqualTo(TraceContext.parse(PARENT, trace.tracestate()))
                .hasSameHashCodeAs(TraceContext.parse(PARENT, trace.tracestate()))
                .isNotEqualTo(TraceContext.parse(PARENT));
    }

    @Test
    void laterVersionIsReadAsFarAsItIsTheSameAndUnknownFlagsAreDropped() {
        String later = "cc" + PARENT.substring(2, 53) + "fe-what.the_future_holds";
        assertThat(TraceContext.parse(later).traceparent()).isEqualTo(PARENT.substring(0, 53) + "02");
        assertThat(TraceContext.parse(later).isSampled()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-",
                "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01.x",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-0AF7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319g-b7ad6b7169203331-01",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "\u0660\u0660-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            })
    void malformedParentIsRefused(String text) {
        assertThatThrownBy(() -> TraceContext.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("trace: ");
    }

    @Test
    void textsAreTakenUpToTheirLimits() {
        assertThat(TraceContext.parse(PARENT, "k=" + "v".repeat(510)).tracestate())
                .hasSize(512);
        assertThatThrownBy(() -> TraceContext.parse(PARENT, "k=" + "v".repeat(511)))
                .hasMessage("trace: tracestate has characters=513 > limit=512; drop members from its end");
        assertThat(TraceContext.parse(PARENT, "k=v,".repeat(31) + "k=v").tracestate())
                .hasSize(127);
        assertThatThrownBy(() -> TraceContext.parse(PARENT, "k=v,".repeat(32) + "k=v"))
                .hasMessage("trace: tracestate has members=33 > limit=32; drop members from its end");
        assertThatThrownBy(() -> TraceContext.parse(PARENT, "k=\n"))
                .hasMessage("trace: tracestate has a character=10 at=2, which is not printable ASCII");
        String longest = "cc" + PARENT.substring(2) + "-" + "x".repeat(199);
        assertThat(TraceContext.parse(longest).traceparent()).isEqualTo(PARENT);
        assertThatThrownBy(() -> TraceContext.parse(longest + "x")).hasMessageContaining("56 more characters");
    }

    @Test
    void startedTracesDiffer() {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            TraceContext trace = TraceContext.start();
            assertThat(TraceContext.parse(trace.traceparent())).isEqualTo(trace);
            assertThat(trace.isSampled()).isTrue();
            ids.add(trace.traceId());
            ids.add(trace.parentId());
        }
        assertThat(ids).hasSize(200);
    }

    @Test
    void threadHasTheTraceOfTheInnermostTask() {
        TraceContext outer = TraceContext.start();
        TraceContext inner = TraceContext.start();
        List<Optional<TraceContext>> seen = new ArrayList<>();
        outer.run(() -> {
            seen.add(inner.call(TraceContext::current));
            seen.add(TraceContext.current());
            seen.add(CompletableFuture.supplyAsync(TraceContext::current).join());
        });
        assertThat(seen).containsExactly(Optional.of(inner), Optional.of(outer), Optional.empty());
        assertThatThrownBy(() -> outer.call(() -> {
                    throw new java.io.IOException("broken");
                }))
                .isInstanceOf(java.io.IOException.class);
        assertThat(TraceContext.current()).isEmpty();
    }
}
