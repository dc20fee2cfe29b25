package io.tellask.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.Health;
import io.tellask.remote.Interceptor;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Server;
import io.tellask.remote.TraceContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The code of {@code docs/OPERATIONS.md}, compiled and run. */
class OperationsGuideTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```$");
    private static final List<String> SECTIONS =
            List.of("Traces", "Metrics", "Spans", "Actors and dead letters", "How a server ends", "Health");

    private final ActorSystem system = ActorSystem.create();
    private final List<Optional<TraceContext>> seen = new CopyOnWriteArrayList<>();
    private final String address = "tellask://127.0.0.1:0";
    private final Interceptor rules = _ -> {};
    private final Warehouse warehouse = system.spawn(Warehouse.class, () -> (_, pieces) -> {
        seen.add(TraceContext.current());
        return Promise.of(pieces);
    });

    /** What is called. */
    public interface Warehouse {
        Promise<Integer> take(String article, int pieces);
    }

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void systemClosesAtExitUnlessItHasClosed() {
        system.closeAtExit();
        system.close();
        system.closeAtExit();
    }

    @Test
    void traceIsTakenFromARequest() {
        String traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        TraceContext trace = TraceContext.parse(traceparent); // a header of the request that is served
        int left = trace.call(() -> warehouse.take("bolt", 30).join());
        assertThat(left).isEqualTo(30);
        assertThat(seen).containsExactly(Optional.of(trace));
    }

    @Test
    void metersAreBound() {
        MeterRegistry registry = new SimpleMeterRegistry();
        Server server = Server.builder(system)
                .publish("warehouse", Warehouse.class, warehouse)
                .interceptor(Interceptor.all(CallMeters.of(registry), rules))
                .listen(address)
                .start();
        ProcessMeters.ofServer(registry, "warehouse", server);
        ProcessMeters.ofSystem(registry, system);
        ProcessMeters.ofMemory(registry, "peers", PeerMemory.ofProcess());
        assertThat(remote(server).take("bolt", 1).join()).isEqualTo(1);
        assertThat(registry.get("tellask.server.connections").gauge().value()).isEqualTo(1);
        assertThat(registry.get("tellask.calls.bytes").summary().count()).isEqualTo(1);
    }

    private Warehouse remote(Server server) {
        return Client.connect(system, server.address()).lookup("warehouse", Warehouse.class);
    }

    @Test
    void spansAreMade() {
        OpenTelemetry openTelemetry = OpenTelemetry.noop();
        CallSpans spans = CallSpans.of(openTelemetry);
        Server server = Server.builder(system)
                .publish("warehouse", Warehouse.class, warehouse)
                .interceptor(Interceptor.all(spans, rules))
                .listen(address)
                .start();
        assertThat(ask(spans, remote(server)).join()).isEqualTo(30);
    }

    private static Promise<Integer> ask(CallSpans spans, Warehouse warehouse) {
        Promise<Integer> left = spans.ask("take bolts", () -> warehouse.take("bolt", 30));
        return left;
    }

    @Test
    void healthIsPublished() {
        Server server = Server.builder(system)
                .publish("warehouse", Warehouse.class, warehouse)
                .publishHealth()
                .listen(address)
                .start();
        Health.Report report = server.health();
        assertThat(report.isHealthy()).isTrue();
    }

    @Test
    void slowMessagesHaveALimit() {
        ActorSystem system =
                ActorSystem.builder().slowMessageLimit(Duration.ofMillis(50)).build();
        try (system) {
            assertThat(system.spawn(Warehouse.class, () -> (_, pieces) -> Promise.of(pieces))
                            .take("bolt", 2)
                            .join())
                    .isEqualTo(2);
        }
    }

    @Test
    void thePageShowsThisCode() throws Exception {
        String code = words(Files.readString(Path.of("src/test/java/io/tellask/metrics/OperationsGuideTest.java")));
        List<String> blocks = new ArrayList<>();
        for (String section :
                Files.readString(Path.of("..", "docs", "OPERATIONS.md")).split("(?m)^## ")) {
            if (SECTIONS.contains(section.lines().findFirst().orElseThrow())) {
                BLOCK.matcher(section).results().forEach(block -> blocks.add(words(block.group(1))));
            }
        }
        assertThat(blocks).hasSize(7).allSatisfy(block -> assertThat(code).contains(block));
    }

    private static String words(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
