package io.tellask.bench.spi;

/** The receiving half of a contender, listening on a loopback port in a process of its own until that ends. */
public interface Service {
    /** The port that the caller connects to. */
    int port();
}
