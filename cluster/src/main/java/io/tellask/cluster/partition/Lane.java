package io.tellask.cluster.partition;

import io.tellask.actor.Promise;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.ReplicatedMap.Outcome;
import io.tellask.cluster.ReplicatedMap.Versioned;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What waits until it is known who has a slot. Belongs to the actor. */
final class Lane {
    boolean isLooking; // for who has the slot
    private List<Command> commands = new ArrayList<>();
    private List<Question> questions = new ArrayList<>();

    /** A batch. */
    static final class Command {
        final long order; // among all commands
        final List<SlotStep> steps;
        final long deadline;
        final Promise<Outcome> answer = new Promise<>();

        Command(long order, List<SlotStep> steps, long deadline) {
            this.order = order;
            this.steps = steps;
            this.deadline = deadline;
        }
    }

    /** A read. */
    static final class Question {
        final byte[] key;
        final long deadline;
        final Promise<@Nullable Versioned<byte[]>> answer = new Promise<>();
        boolean isLocal;

        Question(byte[] key, boolean isLocal, long deadline) {
            this.key = key;
            this.isLocal = isLocal;
            this.deadline = deadline;
        }
    }

    void add(Command command) {
        commands.add(command);
    }

    void add(Question question) {
        questions.add(question);
    }

    boolean isEmpty() {
        return commands.isEmpty() && questions.isEmpty();
    }

    /** All commands, in the order in which they were given first. */
    List<Command> takeCommands() {
        List<Command> taken = commands;
        commands = new ArrayList<>();
        taken.sort(Comparator.comparingLong(each -> each.order));
        return taken;
    }

    List<Question> takeQuestions() {
        List<Question> taken = questions;
        questions = new ArrayList<>();
        return taken;
    }

    /** Fails what has waited for too long; how many that are. */
    int failLate(long now, int slot) {
        return fail(
                command -> now - command.deadline > 0,
                question -> now - question.deadline > 0,
                new ClusterException(
                        Problem.MOVED,
                        "cluster: no group was found in time that serves slot=" + slot
                                + "; look whether all groups run, and end moves that were left by recover()"));
    }

    int fail(Throwable failure) {
        return fail(command -> true, question -> true, failure);
    }

    private int fail(Predicate<Command> lateCommand, Predicate<Question> lateQuestion, Throwable failure) {
        List<Command> failedCommands = commands.stream().filter(lateCommand).toList();
        List<Question> failedQuestions = questions.stream().filter(lateQuestion).toList();
        commands.removeAll(failedCommands);
        questions.removeAll(failedQuestions);
        failedCommands.forEach(each -> each.answer.completeExceptionally(failure));
        failedQuestions.forEach(each -> each.answer.completeExceptionally(failure));
        return failedCommands.size() + failedQuestions.size();
    }

    static Throwable cause(@Nullable Throwable failure) {
        Throwable cause = failure == null ? null : failure.getCause();
        if (failure instanceof CompletionException && cause != null) {
            return cause;
        }
        return failure == null ? new IllegalStateException("cluster: no answer and no failure") : failure;
    }
}
