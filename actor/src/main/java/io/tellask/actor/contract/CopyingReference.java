package io.tellask.actor.contract;

import io.tellask.actor.CallCopier;
import io.tellask.actor.Promise;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.CallMessage;
import io.tellask.actor.runtime.ReplyTo;
import io.tellask.actor.runtime.TraceScope;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The base of generated proxies to actors whose system copies what calls pass. They are classes of their own, so that other systems' calls know
 * nothing of it. Thread-safe.
 *
 * <p>What could be a method of a contract by its parameters and result takes the reference instead of belonging to it.
 */
public abstract class CopyingReference extends LocalReference {
    private final CallCopier copier;
    private final Contract<?> contract;

    protected CopyingReference(ActorCell<?> cell) {
        super(cell);
        copier = Objects.requireNonNull(cell.host().copier());
        contract = Contract.of(getClass().getInterfaces()[0]);
    }

    /** A copy of an argument that is neither a number nor a publisher. */
    protected static @Nullable Object copied(CopyingReference self, @Nullable Object value, int method, int parameter) {
        ContractMethod called = self.contract.methods().get(method);
        return value == null
                ? null
                : self.copier.argument(
                        called.method(), parameter, called.types().parameters().get(parameter), value);
    }

    /** An argument that is a publisher, whose items are copied. */
    @SuppressWarnings("unchecked")
    protected static Flow.@Nullable Publisher<?> copiedItems(
            CopyingReference self, Flow.@Nullable Publisher<?> publisher, int method, int parameter) {
        ContractMethod called = self.contract.methods().get(method);
        Type item = itemType(called.types().parameters().get(parameter));
        return LocalPublisher.of(
                (Flow.Publisher<Object>) publisher,
                value -> self.copier.argument(called.method(), parameter, item, value));
    }

    private static Type itemType(Type publisher) {
        Type item = publisher instanceof ParameterizedType generic ? generic.getActualTypeArguments()[0] : Object.class;
        return item instanceof WildcardType wildcard ? wildcard.getUpperBounds()[0] : item;
    }

    protected final Promise<Object> ask(CallMessage call, int method) {
        return ask(call, method, true);
    }

    private Promise<Object> ask(CallMessage call, int method, boolean promised) {
        LocalAsk answer = new LocalAsk(promised);
        return ask(call, answer, new CopiedAnswer(answer, results(method)));
    }

    private UnaryOperator<Object> results(int method) {
        ContractMethod called = contract.methods().get(method);
        return value -> copier.result(called.method(), called.resultType(), value);
    }

    protected final Flow.Publisher<Object> stream(CallMessage call, int method) {
        call.trace = TraceScope.current();
        return new LocalStream(cell(), call, results(method));
    }

    protected final @Nullable Object await(CallMessage call, int method) {
        requireMayBlock(call, cell());
        return BlockingCalls.await(ask(call, method, false), "method=" + call.method());
    }

    /** Hands a copy of each result on; as the actor that answers. */
    private record CopiedAnswer(LocalAsk answer, UnaryOperator<Object> copy) implements ReplyTo {
        @Override
        public void reply(CallMessage call, @Nullable Object result) {
            Object copied;
            try {
                copied = result instanceof CompletionStage<?> stage ? stage.thenApply(this::copyOf) : copyOf(result);
            } catch (Throwable failure) {
                fail(call, failure);
                return;
            }
            answer.reply(call, copied);
        }

        @Override
        public String sender() {
            return answer.sender();
        }

        private @Nullable Object copyOf(@Nullable Object value) {
            return value == null ? null : copy.apply(value);
        }

        @Override
        public void fail(CallMessage call, Throwable failure) {
            answer.fail(call, failure);
        }
    }
}
