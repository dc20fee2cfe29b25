package io.tellask.actor.contract;

import io.tellask.actor.BlockingCallException;
import io.tellask.actor.Promise;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.CallMessage;
import io.tellask.actor.runtime.Progress;
import io.tellask.actor.runtime.ReplyTo;
import io.tellask.actor.runtime.RunContext;
import io.tellask.actor.runtime.TraceScope;
import io.tellask.text.PassedByReference;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The base of generated proxies to actors of this process. Two references are equal if they stand for the same actor.
 *
 * <p>Thread-safe; calls pass their arguments by reference, publishers as {@link LocalPublisher}s.
 */
public abstract class LocalReference implements PassedByReference, Routee {
    private final ActorCell<?> cell;

    protected LocalReference(ActorCell<?> cell) {
        this.cell = cell;
    }

    public final ActorCell<?> cell() {
        return cell;
    }

    @Override
    public final long load(Asker asker) {
        return cell.load();
    }

    @Override
    public final boolean isGone(Asker asker) {
        return cell.isStopped();
    }

    @Override
    public final void watch(StopWatch watch) {
        watch.onTakenBack(() -> cell.forgetOnEnd(watch));
        cell.onEnd(watch, watch::told);
    }

    protected final void tell(CallMessage call) {
        call.trace = TraceScope.current();
        cell.send(call);
    }

    protected final Promise<Object> ask(CallMessage call) {
        return ask(call, true);
    }

    private Promise<Object> ask(CallMessage call, boolean promised) {
        LocalAsk answer = new LocalAsk(promised);
        return ask(call, answer, answer);
    }

    final Promise<Object> ask(CallMessage call, LocalAsk answer, ReplyTo replyTo) {
        answer.isAsked(cell);
        call.replyTo = replyTo;
        call.deadlineNanos = RunContext.handedOnNanos();
        call.trace = TraceScope.current();
        cell.send(call);
        return answer;
    }

    protected final Flow.Publisher<Object> stream(CallMessage call) {
        call.trace = TraceScope.current();
        return new LocalStream(cell, call, null);
    }

    /** An argument that is a publisher, as the actor that is called sees it. */
    @SuppressWarnings("unchecked")
    protected static Flow.@Nullable Publisher<?> passed(Flow.@Nullable Publisher<?> publisher) {
        return LocalPublisher.of((Flow.Publisher<Object>) publisher, null);
    }

    protected final @Nullable Object await(CallMessage call) {
        requireMayBlock(call, cell);
        if (ActorCell.current() == cell && RunContext.current() != null) {
            throw new BlockingCallException("call: method=" + call.method() + " blocks, actor=" + cell.name()
                    + " would wait for itself; declare the method to return Promise");
        }
        return BlockingCalls.await(ask(call, false), "method=" + call.method());
    }

    static void requireMayBlock(CallMessage call, ActorCell<?> cell) {
        if (!RunContext.mayWait()) {
            throw new BlockingCallException("call: method=" + call.method() + " blocks, thread="
                    + Thread.currentThread().getName() + " runs actors; declare the method to return Promise");
        }
        Progress.require("call", cell.dispatcher());
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof LocalReference reference && reference.cell == cell;
    }

    @Override
    public final int hashCode() {
        return System.identityHashCode(cell);
    }

    @Override
    public final String toString() {
        return "actor " + cell.name();
    }
}
