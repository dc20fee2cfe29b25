package io.tellask.kv.resp.command;

import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.MapMachine;
import io.tellask.cluster.MapProcedure;
import io.tellask.kv.resp.client.GroupLink;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A member of a group of two that answers when the test says so. */
final class HandGroup implements GroupLink, AutoCloseable {
    private record Asked(CompletableFuture<byte[]> answer, Supplier<byte[]> work) {}

    private final MapMachine machine;
    private final ArrayDeque<Asked> waiting = new ArrayDeque<>();
    private @Nullable String leader = "a";
    private long index;
    private int calls;
    private int questions;

    HandGroup(Path folder) {
        machine = MapMachine.open(
                "a",
                folder.resolve("state"),
                (member, parts) -> {
                    throw new IllegalStateException("there is no other member");
                },
                new GroupProcedure());
    }

    /** Long buffers that belong to a thread end with it, and are not missed by tests that count the heap. */
    private static byte[] onItsOwn(Supplier<byte[]> work) {
        return CompletableFuture.supplyAsync(work, task -> Thread.ofVirtual().start(task))
                .join();
    }

    /** Answers what was asked first; false if nothing was. */
    boolean answer() {
        Asked asked = waiting.poll();
        if (asked == null) {
            return false;
        }
        try {
            asked.answer().complete(onItsOwn(asked.work()));
        } catch (RuntimeException refused) {
            asked.answer().completeExceptionally(refused);
        }
        return true;
    }

    /** Has all that was asked fail. */
    void fail(Problem problem) {
        for (Asked asked = waiting.poll(); asked != null; asked = waiting.poll()) {
            asked.answer().completeExceptionally(GroupPipelineTest.failure(problem));
        }
    }

    void follow() {
        leader = "b";
    }

    void loseLeader() {
        leader = null;
    }

    int waiting() {
        return waiting.size();
    }

    int calls() {
        return calls;
    }

    int questions() {
        return questions;
    }

    private CompletableFuture<byte[]> ask(Supplier<byte[]> work) {
        if (!leads()) {
            return CompletableFuture.failedFuture(
                    GroupPipelineTest.failure(leader == null ? Problem.NO_LEADER : Problem.NOT_LEADER));
        }
        Asked asked = new Asked(new CompletableFuture<>(), work);
        waiting.add(asked);
        return asked.answer();
    }

    @Override
    public CompletableFuture<byte[]> apply(byte[] call) {
        calls++;
        return ask(() -> {
            byte[] answered = machine.apply(++index, 0, MapProcedure.command(call));
            machine.flush();
            return MapProcedure.answer(answered);
        });
    }

    @Override
    public CompletableFuture<byte[]> read(byte[] call) {
        questions++;
        return ask(() -> machine.query(MapProcedure.question(call)));
    }

    @Override
    public CompletableFuture<byte[]> readLocally(byte[] call) {
        try {
            return CompletableFuture.completedFuture(machine.query(MapProcedure.question(call)));
        } catch (ClusterException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    private static Node node(String name, int port) {
        return new Node(name, name.repeat(40), URI.create("redis://127.0.0.1:" + port), true);
    }

    @Override
    public List<Node> nodes() {
        return List.of(node("a", 1), node("b", 2));
    }

    @Override
    public Node self() {
        return node("a", 1);
    }

    @Override
    public @Nullable Node leader() {
        return leader == null ? null : leads() ? self() : node("b", 2);
    }

    @Override
    public boolean leads() {
        return "a".equals(leader);
    }

    @Override
    public long term() {
        return 1;
    }

    @Override
    public long appliedIndex() {
        return index;
    }

    @Override
    public void close() {
        machine.close();
    }
}
