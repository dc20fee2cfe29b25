package io.tellask.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Server;
import io.tellask.typescript.ContractModules;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** A server with the module {@code typescript} tells pages the digests that their modules have. */
class ContractDigestsTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final int HEADER_BYTES = 4;
    private static final int CONTRACT = 0x09;

    /** HELLO of the golden file {@code digests.hex}: it asks for digests. */
    private static final String HELLO = "17000001544c534b009f0200800880808020808001808040808001";

    /** A contract. */
    public interface Bell {
        Promise<Tone> ring(int times);
    }

    /** What it leads to. */
    public record Tone(double hertz, String name) {}

    @Test
    void contractFrameEndsWithTheDigestOfTheModule() throws Exception {
        try (ActorSystem system = ActorSystem.create()) {
            Bell bell = system.spawn(Bell.class, () -> times -> Promise.of(new Tone(times, "a")));
            Server server = Server.builder(system)
                    .publish("bell", Bell.class, bell)
                    .listen("tellask://127.0.0.1:0")
                    .start();
            assertThat(HEX.formatHex(announced(server.address())))
                    .endsWith(ContractModules.of(Bell.class).digest(Bell.class));
        }
    }

    /** The frame that announces the contract. */
    private static byte[] announced(URI address) throws IOException {
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.setSoTimeout(10_000);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            socket.getOutputStream().write(HEX.parseHex(HELLO));
            next(in); // WELCOME
            byte[] lookup = new byte[] {0, 0, 1, 0, 5, 'b', 'e', 'l', 'l'};
            socket.getOutputStream().write(Frames.frame(0x08, lookup));
            byte[] frame = next(in);
            while (Frames.kind(frame) != CONTRACT) {
                frame = next(in);
            }
            assertThat(new String(frame, UTF_8)).contains(Bell.class.getName());
            return frame;
        }
    }

    private static byte[] next(DataInputStream in) throws IOException {
        byte[] header = in.readNBytes(HEADER_BYTES);
        byte[] frame = Arrays.copyOf(header, HEADER_BYTES + Frames.bodyBytes(header, 0));
        in.readFully(frame, HEADER_BYTES, frame.length - HEADER_BYTES);
        return frame;
    }
}
