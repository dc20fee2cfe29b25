package io.tellask.kv.resp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Error replies show what a client sent on one short line without control characters. */
class RespHostileTextsTest extends OnRespServer {
    private static final String HOSTILE = "\u001B[2J\u0007\r\n-ERR forged\u009B" + "q".repeat(100_000);

    @Test
    void argumentsInErrorsAreShortAndPrintable() throws IOException {
        String[][] requests = {
            {HOSTILE},
            {"GET" + HOSTILE, HOSTILE},
            {"AUTH", HOSTILE, HOSTILE},
            {"HELLO", HOSTILE},
            {"HELLO", "3", HOSTILE},
            {"CLIENT", HOSTILE},
            {"CLIENT", "SETNAME", HOSTILE},
            {"CLIENT", "SETINFO", HOSTILE, "x"},
            {"CLIENT", "LIST", "TYPE", HOSTILE},
            {"CLIENT", "KILL", "USER", HOSTILE},
            {"CONFIG", "SET", HOSTILE, HOSTILE},
            {"CONFIG", HOSTILE},
            {"PUBSUB", HOSTILE},
            {"EXPIRE", "k", "1", HOSTILE},
            {"SET", "k", "v", HOSTILE},
            {"SELECT", HOSTILE},
            {"OBJECT", HOSTILE, "k"},
            {"COMMAND", HOSTILE},
            {"SCAN", HOSTILE},
        };
        for (String[] request : requests) {
            RespPeer peer = server.peer();
            String reply = peer.call(request);

            assertThat(reply).as(request[0]).startsWith("-").hasSizeLessThan(700);
            assertThat(reply.chars()).as(request[0]).allMatch(each -> each >= ' ' && each <= '~');
        }
    }
}
