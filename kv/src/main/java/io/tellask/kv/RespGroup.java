package io.tellask.kv;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.LogView;
import io.tellask.cluster.MapProcedure;
import io.tellask.cluster.Replica;
import io.tellask.kv.resp.client.GroupLink;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A member of a group as clients of Redis use it. Thread-safe. */
final class RespGroup implements GroupLink {
    /** For how long a client of Redis waits for a majority. */
    private static final long PATIENCE_SECONDS = 10;

    private final Replica replica;
    private final Map<String, URI> addresses;
    private final Map<String, String> ids = new TreeMap<>();

    /**
     * The member.
     *
     * @param addresses where clients of Redis reach the members, by name
     */
    RespGroup(Replica replica, Map<String, URI> addresses) {
        this.replica = replica;
        this.addresses = Map.copyOf(addresses);
        addresses.keySet().forEach(name -> ids.put(name, id(name)));
    }

    /** Forty hexadecimal digits that stay the same for a name. */
    private static String id(String name) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(UTF_8));
            return HexFormat.of().formatHex(digest, 0, 20);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("each platform has SHA-256", missing);
        }
    }

    private @Nullable Node node(@Nullable String name, LogView view) {
        URI address = name == null ? null : addresses.get(name);
        String id = name == null ? null : ids.get(name);
        return name == null || address == null || id == null
                ? null
                : new Node(name, id, address, view.role(name) != LogView.Role.GONE);
    }

    @Override
    public List<Node> nodes() {
        LogView view = replica.view();
        return ids.keySet().stream()
                .<Node>mapMulti((name, sink) -> {
                    Node node = node(name, view);
                    if (node != null) {
                        sink.accept(node);
                    }
                })
                .toList();
    }

    @Override
    public Node self() {
        LogView view = replica.view();
        Node self = node(view.self(), view);
        if (self == null) {
            throw new IllegalStateException("resp: member=" + view.self() + " has no address of its own");
        }
        return self;
    }

    @Override
    public @Nullable Node leader() {
        LogView view = replica.view();
        return node(view.leader(), view);
    }

    @Override
    public boolean leads() {
        return replica.view().leads();
    }

    @Override
    public long appliedIndex() {
        return replica.view().appliedIndex();
    }

    @Override
    public long term() {
        return replica.view().term();
    }

    @Override
    public CompletableFuture<byte[]> apply(byte[] call) {
        return inTime(
                replica.apply(MapProcedure.command(call)).thenApply(MapProcedure::answer), Problem.UNKNOWN_OUTCOME);
    }

    @Override
    public CompletableFuture<byte[]> read(byte[] call) {
        return inTime(replica.query(MapProcedure.question(call)), Problem.NO_LEADER);
    }

    /** The answer, or a failure where no majority gave one in time, which waits no longer than it must. */
    private static CompletableFuture<byte[]> inTime(CompletableFuture<byte[]> answer, Problem otherwise) {
        return answer.copy()
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(
                        failure instanceof TimeoutException
                                ? new ClusterException(
                                        otherwise,
                                        "resp: no majority answered in seconds=" + PATIENCE_SECONDS
                                                + "; try again later")
                                : failure));
    }

    @Override
    public CompletableFuture<byte[]> readLocally(byte[] call) {
        try {
            return CompletableFuture.completedFuture(replica.queryLocally(MapProcedure.question(call)));
        } catch (RuntimeException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }
}
