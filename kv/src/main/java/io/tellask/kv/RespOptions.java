package io.tellask.kv;

import io.tellask.remote.PeerMemory;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link RespServer} listens. Immutable.
 *
 * @param address {@code redis://HOST:PORT}, port 0 takes a free one; one that other machines reach must end in {@code ?plaintext=true}
 * @param password what clients must name before anything else, or null: nothing
 * @param databases how many numbered databases there are
 * @param limits bounds of requests, replies and clients
 * @param memory the budget of memory that the clients share with all other peers of the process
 */
public record RespOptions(
        String address, @Nullable String password, int databases, RespLimits limits, PeerMemory memory) {
    public RespOptions {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(memory, "memory");
        if (databases < 1 || databases > 256) {
            throw new IllegalArgumentException(
                    "resp: databases=" + databases + " is not within 1 to 256; choose one that is");
        }
    }

    /** 16 databases without a password, default limits. */
    public static RespOptions listening(String address) {
        return new RespOptions(address, null, 16, RespLimits.defaults(), PeerMemory.ofProcess());
    }

    /** These options with the password that clients must name before anything else, or null for none. */
    public RespOptions withPassword(@Nullable String newPassword) {
        return new RespOptions(address, newPassword, databases, limits, memory);
    }

    /**
     * These options with another number of numbered databases, 1 to 256.
     *
     * @throws IllegalArgumentException if it is out of this range
     */
    public RespOptions withDatabases(int count) {
        return new RespOptions(address, password, count, limits, memory);
    }

    /** These options with other bounds of requests, replies and clients. */
    public RespOptions withLimits(RespLimits newLimits) {
        return new RespOptions(address, password, databases, newLimits, memory);
    }

    /** With a budget of its own in place of the process's. */
    public RespOptions withMemory(PeerMemory newMemory) {
        return new RespOptions(address, password, databases, limits, newMemory);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "RespOptions[address=" + address + ", databases=" + databases + ", limits=" + limits + "]";
    }
}
