package io.tellask.cli.serve;

import io.tellask.cli.server.ServerAddress;

/** Reads an option that says where clients of Redis connect: {@code redis://HOST:PORT}. Immutable. */
final class RedisAddress extends ServerAddress {
    /** For picocli. */
    RedisAddress() {
        super(6379, "redis");
    }
}
