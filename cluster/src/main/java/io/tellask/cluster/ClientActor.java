package io.tellask.cluster;

import io.tellask.actor.Actor;
import io.tellask.actor.Promise;
import io.tellask.actor.StopReason;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.CommandQueue.Command;
import io.tellask.remote.Client;
import io.tellask.text.SafeLog;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Commands and questions of a client, from when they are given until they have an answer.
 *
 * <p>Commands have numbers in a session, and leave the queue in their order. When the member that leads has changed, or cannot be reached, all that
 * have no answer are given again, in their order, to the next one; the group knows by the numbers which it has. A command that is not
 * answered in time ends its session with all that came after it, since they could not be applied without it.
 */
final class ClientActor extends Actor implements ClientCalls {
    /** Commands on their way at a time; fewer than the answers that the group keeps. */
    private static final int WINDOW = SessionTable.MOST_ANSWERS / 2;

    /** Calls on their way at a time: commands that are given meanwhile go together in the next one. */
    private static final int MOST_CALLS = 8;

    private static final Duration PAUSE = Duration.ofMillis(20);

    /** For how long the oldest command or question waits for an answer before all is given to another member; twice as long each time. */
    private static final long FIRST_ATTEMPT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final long LONGEST_ATTEMPT_NANOS = TimeUnit.SECONDS.toNanos(8);

    private final MemberConnections members;
    private final long patienceNanos;
    private final CommandQueue commands = new CommandQueue();
    private final ArrayDeque<Question> unasked = new ArrayDeque<>();
    private final Set<Question> asked = new LinkedHashSet<>(); // without an answer
    private long session; // 0 where there is none
    private boolean isOpening;
    private int calls; // with commands, that are on their way
    private int together = CommandQueue.MOST_TOGETHER; // commands in one call, at most
    private long turn; // grows whenever all is given again; answers from before are too late to complain
    private boolean isWaiting; // for the time to try again
    private long attemptNanos = FIRST_ATTEMPT_NANOS;
    private long attemptBegin; // when something was answered or given again last
    private boolean isLed; // something was answered in this turn: the member leads, and takes many commands at a time
    private long redirected; // when a member was asked at once since another one named it

    ClientActor(Supplier<Client.Builder> clients, Map<String, URI> members, Duration patience) {
        patienceNanos = patience.toNanos();
        this.members = new MemberConnections(clients, members, this::connected, this::tryAgain);
        timers().every(PAUSE.multipliedBy(5), this::lookAtTheTime);
    }

    private static final class Question {
        final byte[] bytes;
        final Promise<byte[]> answer = new Promise<>();
        final boolean isLocal; // the state of the member that is asked will do
        final long deadline;

        Question(byte[] bytes, boolean isLocal, long deadline) {
            this.bytes = bytes;
            this.isLocal = isLocal;
            this.deadline = deadline;
        }
    }

    @Override
    public Promise<byte[]> apply(byte[] bytes) {
        if (commands.size() == ReplicaClient.MOST_PENDING) {
            return Promise.failed(tooMany("commands"));
        }
        beginAttemptIfIdle();
        Command command = new Command(bytes, timers().nanoTime() + patienceNanos);
        commands.add(command);
        continueSending();
        return command.answer;
    }

    @Override
    public Promise<byte[]> query(byte[] bytes) {
        return query(bytes, false);
    }

    @Override
    public Promise<byte[]> queryLocally(byte[] bytes) {
        return query(bytes, true);
    }

    private Promise<byte[]> query(byte[] bytes, boolean isLocal) {
        if (unasked.size() + asked.size() == ReplicaClient.MOST_PENDING) {
            return Promise.failed(tooMany("questions"));
        }
        beginAttemptIfIdle();
        Question question = new Question(bytes, isLocal, timers().nanoTime() + patienceNanos);
        unasked.add(question);
        continueSending();
        return question.answer;
    }

    private void beginAttemptIfIdle() {
        if (!waits()) {
            attemptBegin = timers().nanoTime();
        }
    }

    private boolean waits() {
        return !commands.isEmpty() || !unasked.isEmpty() || !asked.isEmpty();
    }

    private void connected() {
        attemptBegin = timers().nanoTime(); // connecting may have taken long, and says nothing of answers
        continueSending();
    }

    private void wasAnswered() {
        isLed = true;
        attemptBegin = timers().nanoTime();
        attemptNanos = FIRST_ATTEMPT_NANOS;
    }

    private static ClusterException tooMany(String what) {
        return new ClusterException(
                Problem.LIMIT,
                "cluster: " + what + " without an answer=" + ReplicaClient.MOST_PENDING
                        + ", the limit; wait for answers");
    }

    private void continueSending() {
        ReplicaService service = isWaiting ? null : members.service();
        if (service == null) {
            return;
        }
        long its = turn; // it ends where the member refuses at once
        while (its == turn && !unasked.isEmpty()) {
            ask(service, unasked.remove());
        }
        if (its != turn) {
            return;
        }
        if (session == 0) {
            openSession(service);
        } else if (isLed) {
            boolean sends = true;
            while (its == turn && sends && calls < MOST_CALLS && commands.sent() < WINDOW) {
                sends = send(service, Math.min(together, WINDOW - commands.sent()));
            }
        } else if (calls
                == 0) { // many commands, if refused, would keep a member from its work that has just begun to lead
            send(service, 1);
        }
    }

    private void openSession(ReplicaService service) {
        if (isOpening || commands.isEmpty()) {
            return;
        }
        isOpening = true;
        long its = turn;
        service.openSession().whenComplete((answer, failure) -> {
            isOpening = false;
            if (answer != null && answer.problem() == null) {
                session = ByteBuffer.wrap(answer.bytes()).getLong();
                commands.renumber();
                continueSending();
            } else if (its == turn) {
                startAgain(answer);
            }
        });
    }

    /** Gives the next commands to a member; false where there are none. */
    private boolean send(ReplicaService service, int most) {
        List<Command> due = commands.send(most);
        if (due.isEmpty()) {
            return false;
        }
        calls++;
        long its = turn;
        long itsSession = session;
        long oldest = Objects.requireNonNull(commands.first()).number;
        byte[][] bytes = due.stream().map(each -> each.bytes).toArray(byte[][]::new);
        service.apply(itsSession, due.getFirst().number, oldest, bytes).whenComplete((answer, failure) -> {
            boolean isInTurn = its == turn && itsSession == session;
            calls -= isInTurn ? 1 : 0;
            if (answer != null && answer.problem() == null) {
                settle(due, answer.bytes(), isInTurn);
            } else if (isInTurn) {
                refused(due, answer);
            }
        });
        return true;
    }

    /** Each command has an answer of its own. */
    private void settle(List<Command> due, byte[] bytes, boolean isInTurn) {
        wasAnswered();
        List<byte[]> answers = Entries.answers(bytes);
        ClusterException refusal = null;
        for (int i = 0; i < due.size() && refusal == null; i++) {
            try {
                due.get(i).answer.complete(Replica.answered(session, due.get(i).number, answers.get(i)));
            } catch (ClusterException its) {
                refusal = its; // as are those after it
            }
        }
        forgetAnswered();
        if (refusal == null) {
            continueSending();
        } else if (isInTurn && refusal.problem() == Problem.NO_SESSION) {
            endSession();
        } else if (isInTurn) {
            giveAgain();
            tryAgain();
        }
    }

    private void forgetAnswered() {
        if (commands.removeAnswered()) {
            leaveSession();
        }
    }

    private void leaveSession() {
        giveAgain();
        session = 0;
    }

    /** Commands and questions that are on their way will be sent once more. */
    private void giveAgain() {
        turn++;
        calls = 0;
        commands.takeBack();
        unasked.addAll(asked);
        asked.clear();
    }

    private void refused(List<Command> due, @Nullable ReplicaAnswer answer) {
        Problem problem = answer == null ? null : answer.problem();
        if (answer == null || (problem != Problem.TOO_LONG && problem != Problem.REFUSED)) {
            startAgain(answer);
        } else if (due.size() > 1) {
            together = 1; // which of them it is will be seen
            giveAgain();
            continueSending();
        } else {
            Command refused = due.getFirst();
            refused.breaksSession = true;
            refused.answer.completeExceptionally(new ClusterException(problem, answer.reason()));
            forgetAnswered();
            continueSending();
        }
    }

    /** Gives everything again, after a pause, to who leads then. */
    private void startAgain(@Nullable ReplicaAnswer answer) {
        giveAgain();
        isLed = false;
        attemptBegin = timers().nanoTime();
        if (answer == null || answer.problem() == Problem.CLOSED || answer.problem() == Problem.FAILED) {
            members.lost();
        } else if (answer.problem() != Problem.LIMIT) {
            boolean isElsewhere = members.leads(answer.leader());
            if (isElsewhere && attemptBegin - redirected > PAUSE.toNanos()) {
                redirected = attemptBegin;
                continueSending();
                return;
            }
        }
        tryAgain();
    }

    private void tryAgain() {
        if (!isWaiting) {
            isWaiting = true;
            timers().after(PAUSE, () -> {
                isWaiting = false;
                continueSending();
            });
        }
    }

    private void ask(ReplicaService service, Question question) {
        long its = turn;
        asked.add(question);
        Promise<ReplicaAnswer> call =
                question.isLocal ? service.queryLocally(question.bytes) : service.query(question.bytes);
        call.whenComplete((answer, failure) -> {
            if (answer != null && answer.problem() == null) {
                wasAnswered();
                forget(question);
                question.answer.complete(answer.bytes());
            } else if (answer != null && answer.problem() == Problem.REFUSED) {
                wasAnswered();
                forget(question);
                question.answer.completeExceptionally(new ClusterException(Problem.REFUSED, answer.reason()));
            } else if (its == turn) {
                startAgain(answer);
            }
        });
    }

    private void forget(Question question) {
        if (!asked.remove(question)) {
            unasked.remove(question); // it was to be asked once more
        }
    }

    /** Gives up what is late, and goes to another member if this one is silent. */
    private void lookAtTheTime() {
        long now = timers().nanoTime();
        if (isLed) {
            members.prepareOthers(now);
        }
        Command oldest = commands.first();
        if (oldest != null && now - oldest.deadline > 0) {
            endSession();
        }
        List<Question> late =
                questions().filter(each -> now - each.deadline > 0).toList();
        late.forEach(this::forget);
        late.forEach(each -> each.answer.completeExceptionally(nobody()));
        if (waits() && !isWaiting && now - attemptBegin > attemptNanos) {
            attemptNanos = Math.min(2 * attemptNanos, LONGEST_ATTEMPT_NANOS);
            startAgain(null);
        }
    }

    private Stream<Question> questions() {
        return Stream.concat(asked.stream(), unasked.stream());
    }

    private ClusterException nobody() {
        Throwable refusal = members.failure();
        return new ClusterException(
                Problem.NO_LEADER,
                "cluster: no member that leads was found in time"
                        + (refusal == null ? "" : ", the last one tried: " + SafeLog.describe(refusal))
                        + "; look whether a majority runs",
                refusal);
    }

    /** Fails what may have been applied or is late, and begins another session with the rest. */
    private void endSession() {
        leaveSession();
        long now = timers().nanoTime();
        List<Command> late = new ArrayList<>();
        commands.removeIf(
                each -> each.answer.isDone() || ((each.wasSent || now - each.deadline > 0) && late.add(each)));
        for (Command each : late) {
            each.answer.completeExceptionally(each.wasSent ? unknown() : nobody());
        }
        tryAgain();
    }

    private static ClusterException unknown() {
        return new ClusterException(
                Problem.UNKNOWN_OUTCOME,
                "cluster: the command was given to the group, which did not answer in time; it may have been applied");
    }

    @Override
    public void close() {
        system().stop(self(ClientCalls.class));
    }

    @Override
    protected void onStop(StopReason reason) {
        members.close();
        ClusterException closed = new ClusterException(Problem.CLOSED, "cluster: the client was closed");
        commands.all().forEach(each -> each.answer.completeExceptionally(closed));
        questions().forEach(each -> each.answer.completeExceptionally(closed));
    }
}
