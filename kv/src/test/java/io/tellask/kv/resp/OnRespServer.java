package io.tellask.kv.resp;

import io.tellask.kv.RespOptions;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests that begin with a server of their own, with the standard options unless {@link #options} changes them. */
abstract class OnRespServer {
    @TempDir
    Path directory;

    /** Closed after the test; a test may put another one in its place. */
    RespFixture server;

    /** The first connection. */
    RespPeer peer;

    RespOptions options(RespOptions standard) {
        return standard;
    }

    @BeforeEach
    void startServer() throws IOException {
        server = RespFixture.in(directory, this::options);
        peer = server.peer();
    }

    @AfterEach
    void stopServer() throws IOException {
        server.close();
    }
}
