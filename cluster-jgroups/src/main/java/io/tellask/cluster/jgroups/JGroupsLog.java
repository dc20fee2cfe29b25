package io.tellask.cluster.jgroups;

import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.LogLimits;
import io.tellask.cluster.LogMachine;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.LogView;
import io.tellask.cluster.ReplicatedLog;
import io.tellask.text.SafeLog;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.raft.util.Utils;
import org.jspecify.annotations.Nullable;

/** A member's end of a log by jgroups-raft. Thread-safe. */
final class JGroupsLog implements ReplicatedLog {
    private static final Logger LOG = System.getLogger("io.tellask.cluster");

    private final LogOptions options;
    private final Consumer<JChannel> prepared;
    private final AppliedMachine machine;
    private final ViewTeller teller = new ViewTeller(this::tell);
    private final ObservedRaft raft = new ObservedRaft(teller::changed, this::failed);
    private final List<Consumer<LogView>> listeners = new CopyOnWriteArrayList<>();
    private final Set<CompletableFuture<byte[]>> pending = ConcurrentHashMap.newKeySet();
    private final AtomicInteger pendingCount = new AtomicInteger();
    private final AtomicLong pendingBytes = new AtomicLong();
    private @Nullable JChannel channel; // with this held
    private @Nullable RaftLog disk; // with this held
    private volatile Map<String, Instant> present = Map.of(); // since when
    private volatile @Nullable ElectionWatch watch; // null until it has joined
    private volatile @Nullable ClusterException ended;
    private final CompletableFuture<Void> whenEnded = new CompletableFuture<>();

    JGroupsLog(LogOptions options, LogMachine machine, Consumer<JChannel> prepared) {
        this.options = options;
        this.prepared = prepared;
        this.machine = new AppliedMachine(machine, this::failed, raft::votersRead);
    }

    /** Opens what the folder has, and joins the group. */
    synchronized void connect() throws Exception {
        requireTogether();
        RaftLog log = RaftLog.open(options.folder(), options.forced(), this::failed);
        disk = log;
        log.requireWhole();
        raft.raftId(options.self()).members(options.members().keySet()).log(log).logUseFsync(options.forced());
        raft.maxLogSize(options.limits().snapshotBytes()).stateMachine(machine);
        JChannel joining = ProtocolStack.of(options, raft).name(options.self());
        channel = joining;
        joining.setReceiver(new Receiver() {
            @Override
            public void viewAccepted(View view) {
                see(view);
            }
        });
        prepared.accept(joining);
        joining.connect(options.group());
        watch = new ElectionWatch(joining, raft, options.silence(), this::disconnect);
        ClusterException end = ended;
        if (end != null) {
            throw end; // while it joined
        }
        teller.changed();
    }

    /** Refuses a state that was put beside a new log: it would leave out the first commands of its group, which are answered as if they were done. */
    private void requireTogether() throws IOException {
        if (machine.lastIndex() > 0 && VoteFile.isNew(options.folder().resolve("vote"))) {
            throw new IOException("the state has commands up to index=" + machine.lastIndex()
                    + ", and there is no log of them; found a new group with that state, or, where its member had one, "
                    + RaftLog.RESET);
        }
    }

    @Override
    public LogView view() {
        Address leader = raft.leader();
        return new LogView(
                options.self(),
                leader == null ? null : Utils.extractRaftId(leader),
                raft.currentTerm(),
                raft.members().stream().sorted().toList(),
                present,
                machine.applied());
    }

    /** Whom this member is connected with now. */
    private void see(View view) {
        Instant now = Instant.now();
        Map<String, Instant> before = present;
        present = view.getMembers().stream()
                .map(Utils::extractRaftId)
                .collect(Collectors.toMap(
                        Function.identity(), name -> before.getOrDefault(name, now), (first, second) -> first));
        teller.changed();
    }

    @Override
    public void onView(Consumer<LogView> listener) {
        listeners.add(listener);
    }

    private void tell() {
        if (listeners.isEmpty()) {
            return;
        }
        LogView view = view();
        for (Consumer<LogView> each : listeners) {
            try {
                each.accept(view);
            } catch (Throwable broken) {
                SafeLog.log(LOG, Level.WARNING, "cluster: a listener of views failed: ", "", broken);
            }
        }
    }

    @Override
    public CompletableFuture<byte[]> append(byte[] command) {
        ClusterException end = ended;
        if (end != null) {
            return CompletableFuture.failedFuture(end);
        }
        ClusterException refusal = pend(command.length);
        if (refusal != null) {
            return CompletableFuture.failedFuture(refusal);
        }
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        pending.add(answer);
        CompletableFuture<byte[]> settled = answer.whenComplete((bytes, failure) -> {
            pending.remove(answer);
            settled(command.length);
        });
        submit(command, answer);
        end = ended;
        if (end != null) {
            answer.completeExceptionally(unknown(end)); // it ended meanwhile, and may have missed this one
        }
        return settled; // whoever has the answer may give another command at once
    }

    /** Counts a command that is to wait; or says why it may not. */
    private @Nullable ClusterException pend(int bytes) {
        LogLimits limits = options.limits();
        boolean isOneTooMany = pendingCount.incrementAndGet() > limits.pendingCommands();
        if (!isOneTooMany && pendingBytes.addAndGet(bytes) <= limits.pendingBytes()) {
            return null;
        }
        pendingCount.decrementAndGet();
        if (!isOneTooMany) {
            pendingBytes.addAndGet(-bytes);
        }
        return new ClusterException(
                Problem.LIMIT,
                "cluster: self=" + options.self() + ", commands that wait for a majority reach "
                        + (isOneTooMany
                                ? "pendingCommands=" + limits.pendingCommands()
                                : "pendingBytes=" + limits.pendingBytes())
                        + "; wait for answers");
    }

    private void settled(int bytes) {
        pendingCount.decrementAndGet();
        pendingBytes.addAndGet(-bytes);
    }

    private void submit(byte[] command, CompletableFuture<byte[]> answer) {
        try {
            raft.setAsync(command, 0, command.length, null).whenComplete((bytes, failure) -> {
                if (failure == null) {
                    answer.complete(bytes);
                } else {
                    answer.completeExceptionally(unknown(failure));
                }
            });
        } catch (IllegalStateException notLeader) {
            answer.completeExceptionally(notLeading());
        }
    }

    private ClusterException notLeading() {
        LogView view = view();
        return view.leader() == null
                ? new ClusterException(
                        Problem.NO_LEADER,
                        "cluster: self=" + options.self() + ", no majority of voters=" + view.voters()
                                + " is together; try again later")
                : new ClusterException(
                        Problem.NOT_LEADER,
                        "cluster: self=" + options.self() + " does not lead, leader=" + view.leader() + "; ask it");
    }

    private ClusterException unknown(Throwable cause) {
        return new ClusterException(
                Problem.UNKNOWN_OUTCOME,
                "cluster: self=" + options.self()
                        + " does not lead any more, and the command may be applied or not; in a session it can be given again",
                cause);
    }

    @Override
    public byte[] query(byte[] question) {
        ClusterException end = ended;
        if (end != null) {
            throw end;
        }
        return machine.query(question);
    }

    @Override
    public CompletableFuture<Void> addVoter(String name) {
        return change(() -> raft.addServer(name));
    }

    @Override
    public CompletableFuture<Void> removeVoter(String name) {
        return change(() -> raft.removeServer(name));
    }

    private interface Change {
        CompletableFuture<byte[]> begin() throws Exception;
    }

    private CompletableFuture<Void> change(Change change) {
        ClusterException end = ended;
        if (end != null) {
            return CompletableFuture.failedFuture(end);
        }
        try {
            return change.begin().handle((nothing, failure) -> {
                if (failure != null) {
                    throw unknown(failure);
                }
                return null;
            });
        } catch (Exception notLeader) {
            return CompletableFuture.failedFuture(notLeading());
        }
    }

    @Override
    public CompletableFuture<Void> snapshot() {
        ClusterException end = ended;
        return end == null ? raft.snapshotAsync() : CompletableFuture.failedFuture(end);
    }

    /** The disk or the state machine failed: this member has no part in anything any more. */
    private void failed(Throwable cause) {
        SafeLog.log(LOG, Level.ERROR, "cluster: a member has failed and ends: ", options.self(), cause);
        end(new ClusterException(
                Problem.FAILED,
                "cluster: self=" + options.self() + ", folder=" + options.folder()
                        + ", the member has ended since its log or its state machine failed, "
                        + SafeLog.describe(cause) + "; mend that and start it again",
                cause));
        ElectionWatch watching = watch;
        if (watching != null) { // else connect finds that it has ended
            watching.endMember();
        }
    }

    private void end(ClusterException why) {
        synchronized (pending) {
            if (ended == null) {
                ended = why;
            }
        }
        if (why.problem() == Problem.CLOSED) {
            whenEnded.complete(null);
        } else {
            Thread.startVirtualThread(
                    () -> whenEnded.completeExceptionally(why)); // this one may hold locks of the protocols
        }
    }

    @Override
    public CompletableFuture<Void> whenEnded() {
        return whenEnded;
    }

    @Override
    public void close() {
        end(new ClusterException(Problem.CLOSED, "cluster: self=" + options.self() + " was closed"));
        disconnect();
    }

    /** Each part is let go of, whatever becomes of the others. */
    private synchronized void disconnect() {
        ElectionWatch watching = watch;
        if (watching != null) {
            watching.close();
        }
        teller.close();
        JChannel joined = channel;
        RaftLog log = disk;
        channel = null;
        disk = null;
        letGo(joined);
        letGo(log);
        ClusterException why = unknown(
                ended == null ? new IllegalStateException("the member did not start") : Objects.requireNonNull(ended));
        pending.forEach(each -> each.completeExceptionally(why));
    }

    private void letGo(@Nullable AutoCloseable part) {
        try {
            if (part != null) {
                part.close();
            }
        } catch (Throwable failure) {
            SafeLog.log(LOG, Level.WARNING, "cluster: a part of a member was not closed: ", options.self(), failure);
        }
    }
}
