package io.tellask.bench.spi;

/** The receiving half of a contender, listening on a loopback port in a process of its own. */
public interface Service extends AutoCloseable {
    /** The port that the caller connects to. */
    int port();

    @Override
    void close() throws Exception;
}
