package io.tellask.kv.resp.client;

import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The group that a server is a member of, as its commands see it. Thread-safe. */
public interface GroupLink {
    /**
     * A member that clients can reach.
     *
     * @param id forty hexadecimal digits, always the same for a name
     * @param address where clients of Redis connect
     * @param connected whether this member is connected with it
     */
    record Node(String name, String id, URI address, boolean connected) {
        /** {@code HOST:PORT}. */
        public String hostAndPort() {
            return address.getHost() + ":" + address.getPort();
        }
    }

    /** All members, sorted by name. */
    List<Node> nodes();

    /** This member. */
    Node self();

    /** The member that leads and has all slots, or null where none is known. */
    @Nullable
    Node leader();

    /** Whether it is this member that leads. */
    boolean leads();

    /** Grows with every election. */
    long term();

    /** Index of the last command that this member has applied. */
    long appliedIndex();

    /** Runs a command in the log; only where this member leads. */
    CompletableFuture<byte[]> apply(byte[] call);

    /** Answers from the newest state; only where this member leads. */
    CompletableFuture<byte[]> read(byte[] call);

    /** Answers from what this member has, which may be old. */
    CompletableFuture<byte[]> readLocally(byte[] call);
}
