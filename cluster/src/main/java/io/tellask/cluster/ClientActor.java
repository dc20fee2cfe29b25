package io.tellask.cluster;

import io.tellask.actor.Actor;
import io.tellask.actor.Promise;
import io.tellask.actor.StopReason;
import io.tellask.cluster.ClusterException.Problem;
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
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
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

    private static final Duration PAUSE = Duration.ofMillis(20);

    /** For how long the oldest command or question waits for an answer before all is given to another member; twice as long each time. */
    private static final long FIRST_ATTEMPT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final long LONGEST_ATTEMPT_NANOS = TimeUnit.SECONDS.toNanos(8);

    private final LeaderConnection leader;
    private final long patienceNanos;
    private final ArrayDeque<Command> commands = new ArrayDeque<>(); // without an answer, in the order of their numbers
    private final Set<Question> questions = new LinkedHashSet<>(); // without an answer
    private long session; // 0 where there is none
    private boolean isOpening;
    private long next = 1; // number of the next command that enters the queue
    private int sent; // of the commands, how many are on their way
    private long turn; // grows whenever all is given again; answers from before are too late to complain
    private boolean isWaiting; // for the time to try again
    private long attemptNanos = FIRST_ATTEMPT_NANOS;
    private long attemptBegin; // when something was answered or given again last
    private boolean isLed; // something was answered in this turn: the member leads, and takes many commands at a time
    private long redirected; // when a member was asked at once since another one named it

    ClientActor(Supplier<Client.Builder> clients, Map<String, URI> members, Duration patience) {
        patienceNanos = patience.toNanos();
        leader = new LeaderConnection(clients, members, this::connected, this::tryAgain);
        timers().every(PAUSE.multipliedBy(5), this::lookAtTheTime);
    }

    private static final class Command {
        final byte[] bytes;
        final Promise<byte[]> answer = new Promise<>();
        final long deadline;
        long number;
        boolean wasSent; // ever
        boolean breaksSession; // since its number is missing for those behind it

        Command(byte[] bytes, long deadline) {
            this.bytes = bytes;
            this.deadline = deadline;
        }
    }

    private static final class Question {
        final byte[] bytes;
        final Promise<byte[]> answer = new Promise<>();
        final boolean isLocal; // the state of the member that is asked will do
        final long deadline;
        long askedInTurn = -1;

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
        command.number = next++;
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
        if (questions.size() == ReplicaClient.MOST_PENDING) {
            return Promise.failed(tooMany("questions"));
        }
        beginAttemptIfIdle();
        Question question = new Question(bytes, isLocal, timers().nanoTime() + patienceNanos);
        questions.add(question);
        ReplicaService service = isWaiting ? null : leader.service();
        if (service != null) {
            ask(service, question);
        }
        return question.answer;
    }

    private void beginAttemptIfIdle() {
        if (commands.isEmpty() && questions.isEmpty()) {
            attemptBegin = timers().nanoTime();
        }
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
        ReplicaService service = isWaiting ? null : leader.service();
        if (service == null) {
            return;
        }
        questions.stream().filter(each -> each.askedInTurn != turn).toList().forEach(each -> ask(service, each));
        if (session == 0) {
            openSession(service);
            return;
        }
        int window = isLed
                ? WINDOW
                : 1; // many commands, if refused, would keep a member from its work that has just begun to lead
        if (sent < Math.min(commands.size(), window)) {
            List<Command> due = commands.stream()
                    .skip(sent)
                    .limit(window - sent)
                    .takeWhile(each -> !each.breaksSession)
                    .toList();
            sent += due.size();
            due.forEach(each -> send(service, each));
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
                renumber();
                continueSending();
            } else if (its == turn) {
                startAgain(answer);
            }
        });
    }

    private void renumber() {
        next = 1;
        for (Command each : commands) {
            each.number = next++;
        }
    }

    private void send(ReplicaService service, Command command) {
        command.wasSent = true;
        long its = turn;
        long itsSession = session;
        long oldest = commands.getFirst().number;
        service.apply(itsSession, command.number, oldest, command.bytes).whenComplete((answer, failure) -> {
            if (answer != null && answer.problem() == null) {
                settle(command, answer);
            } else if (its == turn && itsSession == session) {
                refused(command, answer);
            }
        });
    }

    private void settle(Command command, ReplicaAnswer answer) {
        wasAnswered();
        command.answer.complete(answer.bytes());
        forgetAnswered();
        continueSending();
    }

    private void forgetAnswered() {
        while (!commands.isEmpty() && commands.getFirst().answer.isDone()) {
            sent = Math.max(0, sent - 1);
            if (commands.remove().breaksSession) {
                commands.forEach(each -> each.wasSent = false); // and was refused
                leaveSession();
            }
        }
    }

    private void leaveSession() {
        turn++;
        sent = 0;
        session = 0;
    }

    private void refused(Command command, @Nullable ReplicaAnswer answer) {
        Problem problem = answer == null ? null : answer.problem();
        if ((problem == Problem.TOO_LONG || problem == Problem.REFUSED) && answer != null) {
            command.breaksSession = true;
            command.answer.completeExceptionally(new ClusterException(problem, answer.reason()));
            forgetAnswered();
            continueSending();
        } else if (problem == Problem.NO_SESSION) {
            endSession();
        } else {
            startAgain(answer);
        }
    }

    /** Gives everything again, after a pause, to who leads then. */
    private void startAgain(@Nullable ReplicaAnswer answer) {
        turn++;
        sent = 0;
        isLed = false;
        attemptBegin = timers().nanoTime();
        if (answer == null || answer.problem() == Problem.CLOSED || answer.problem() == Problem.FAILED) {
            leader.lost();
        } else if (answer.problem() != Problem.LIMIT) {
            boolean isElsewhere = leader.leads(answer.leader());
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
        question.askedInTurn = its;
        Promise<ReplicaAnswer> asked =
                question.isLocal ? service.queryLocally(question.bytes) : service.query(question.bytes);
        asked.whenComplete((answer, failure) -> {
            if (answer != null && answer.problem() == null) {
                wasAnswered();
                questions.remove(question);
                question.answer.complete(answer.bytes());
            } else if (answer != null && answer.problem() == Problem.REFUSED) {
                wasAnswered();
                questions.remove(question);
                question.answer.completeExceptionally(new ClusterException(Problem.REFUSED, answer.reason()));
            } else if (its == turn) {
                startAgain(answer);
            }
        });
    }

    /** Gives up what is late, and goes to another member if this one is silent. */
    private void lookAtTheTime() {
        long now = timers().nanoTime();
        Command oldest = commands.peek();
        if (oldest != null && now - oldest.deadline > 0) {
            endSession();
        }
        List<Question> late =
                questions.stream().filter(each -> now - each.deadline > 0).toList();
        late.forEach(questions::remove);
        late.forEach(each -> each.answer.completeExceptionally(nobody()));
        boolean waits = !commands.isEmpty() || !questions.isEmpty();
        if (waits && !isWaiting && now - attemptBegin > attemptNanos) {
            attemptNanos = Math.min(2 * attemptNanos, LONGEST_ATTEMPT_NANOS);
            startAgain(null);
        }
    }

    private ClusterException nobody() {
        Throwable refusal = leader.failure();
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
        leader.close();
        ClusterException closed = new ClusterException(Problem.CLOSED, "cluster: the client was closed");
        commands.forEach(each -> each.answer.completeExceptionally(closed));
        questions.forEach(each -> each.answer.completeExceptionally(closed));
    }
}
