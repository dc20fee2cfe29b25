package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.ContractDigests;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Server;
import io.tellask.remote.frame.FrameType;
import io.tellask.remote.frame.Hello;
import io.tellask.test.Await;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client that is generated from contracts, such as a page, asks for their digests; one that does not ask gets none. */
@Timeout(60)
class GoldenDigestsTest {
    private static final URI ADDRESS = URI.create("memory://digests");
    private static final long DIGESTS = 1 << 8;
    private static final Limits LIMITS =
            Limits.builder().resumeTime(Duration.ZERO).frameBytes(1_024).build();

    private final Transcript transcript = new Transcript(MemoryTransport.isolated());

    /** Has a digest. */
    public interface Known {
        Promise<Integer> add(int a, int b);
    }

    /** Has none. */
    public interface Unknown {
        void tell(int number);
    }

    /** Has one that cannot be told. */
    public interface Failing {
        void fail(int number);
    }

    /** The provider of this module's tests; it computes beside the loops alone. */
    public static final class OneDigest implements ContractDigests {
        @Override
        public OptionalLong digest(Class<?> contract) {
            if (contract == Failing.class || !Thread.currentThread().isVirtual()) {
                throw new IllegalStateException("no digest");
            }
            return contract == Known.class ? OptionalLong.of(0x0123_4567_89AB_CDEFL) : OptionalLong.empty();
        }
    }

    private List<String> lookUpBoth(long features) throws Exception {
        try (ActorSystem servers = ActorSystem.builder().ioLoops(1).build();
                ActorSystem clients = ActorSystem.builder().ioLoops(1).build()) {
            Known known = servers.spawn(Known.class, () -> (a, b) -> Promise.of(a + b), SpawnOptions.ioLoop());
            Unknown unknown = servers.spawn(Unknown.class, () -> number -> {}, SpawnOptions.ioLoop());
            Server.builder(servers)
                    .publish("known", Known.class, known)
                    .publish("unknown", Unknown.class, unknown)
                    .transport(transcript)
                    .limits(LIMITS)
                    .listen(ADDRESS)
                    .start();
            Replay peer = Replay.connect(transcript, ADDRESS, clients);
            peer.send(hello(features));
            Await.until("the answer", () -> transcript.count("WELCOME") == 1);
            peer.send(lookup(0x10000, "known"));
            Await.until("the first reference", () -> transcript.count("ANSWER_REFERENCE") == 1);
            peer.send(lookup(0x10001, "unknown"));
            Await.until("the second reference", () -> transcript.count("ANSWER_REFERENCE") == 2);
            return transcript.lines();
        }
    }

    private static byte[] hello(long features) {
        Hello own = Hello.of(LIMITS);
        Hello asking = new Hello(
                own.features() | features,
                own.frameBytes(),
                own.messageBytes(),
                own.creditMessages(),
                own.creditBytes(),
                own.callsInFlight(),
                null,
                own.resume());
        ByteWriter frame = frame(FrameType.HELLO);
        asking.write(frame);
        return finished(frame);
    }

    private static byte[] lookup(int call, String name) {
        ByteWriter frame = frame(FrameType.LOOKUP);
        frame.writeInt32(call);
        frame.writeUtf8(name);
        return finished(frame);
    }

    private static ByteWriter frame(int kind) {
        ByteWriter frame = new ByteWriter(64);
        frame.writeInt32(kind << 24);
        return frame;
    }

    private static byte[] finished(ByteWriter frame) {
        byte[] bytes = frame.toByteArray();
        bytes[0] = (byte) (bytes.length - FrameType.HEADER_BYTES);
        return bytes;
    }

    @Test
    void digestStandsBehindTheSignaturesForThoseWhoAsk() throws Exception {
        GoldenFramesTest.assertGolden("digests.hex", lookUpBoth(DIGESTS));
    }

    @Test
    void nothingStandsThereForThoseWhoDoNot() throws Exception {
        List<String> asked = lookUpBoth(DIGESTS);
        List<String> others = new GoldenDigestsTest().lookUpBoth(0);
        List<String> contracts =
                others.stream().filter(line -> line.startsWith("< CONTRACT")).toList();
        assertThat(contracts).hasSize(2).noneMatch(line -> line.contains("0123456789abcdef"));
        assertThat(asked).contains(contracts.get(1));
    }

    @Test
    void providerThatFailsKeepsNobodyOut() throws Exception {
        try (ActorSystem system = ActorSystem.builder().ioLoops(1).build()) {
            Failing failing = system.spawn(Failing.class, () -> number -> {}, SpawnOptions.ioLoop());
            Server.builder(system)
                    .publish("failing", Failing.class, failing)
                    .transport(transcript)
                    .limits(LIMITS)
                    .listen(ADDRESS)
                    .start();
            Replay peer = Replay.connect(transcript, ADDRESS, system);
            peer.send(hello(DIGESTS));
            Await.until("the answer", () -> transcript.count("WELCOME") == 1);
            peer.send(lookup(0x10000, "failing"));
            Await.until("the reference", () -> transcript.count("ANSWER_REFERENCE") == 1);
        }
    }
}
