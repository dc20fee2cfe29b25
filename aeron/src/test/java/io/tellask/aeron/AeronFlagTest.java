package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.remote.TransportException;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AeronFlagTest {
    private static final URI ADDRESS = URI.create("aeron-udp://127.0.0.1:7411");

    @Test
    void namesModuleThatLacksIt() {
        assertThatCode(() -> AeronFlag.require("listen", ADDRESS)).doesNotThrowAnyException();
        assertThatThrownBy(() -> AeronFlag.require(
                        "listen",
                        ADDRESS,
                        ModuleLayer.boot().findModule("java.xml").orElseThrow()))
                .isInstanceOf(TransportException.class)
                .hasMessage("listen: address=aeron-udp://127.0.0.1:7411 needs an option of the JVM that is missing;"
                        + " start java with --add-exports java.base/jdk.internal.misc=java.xml");
    }

    @ParameterizedTest
    @CsvSource({
        "listen, aeron-udp://127.0.0.1:0",
        "connect, aeron-udp://127.0.0.1:7411",
        "listen, aeron-ipc:///tmp/nowhere/to/be/found",
        "connect, aeron-ipc:///tmp/nowhere/to/be/found"
    })
    void processWithoutItIsToldSo(String what, URI address) throws Exception {
        try (PeerProcess peer = PeerProcess.start(what, address)) {
            assertThat(peer.line)
                    .isEqualTo("FAILED " + what + ": address=" + address
                            + " needs an option of the JVM that is missing;"
                            + " start java with --add-exports java.base/jdk.internal.misc=ALL-UNNAMED");
        }
    }
}
