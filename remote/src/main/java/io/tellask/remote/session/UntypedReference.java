package io.tellask.remote.session;

import io.tellask.actor.Promise;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.codec.ByteWriter;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Flow;

/**
 * A reference to an actor whose interface is not here: its methods are those that the peer announced, and arguments, results and items are
 * the texts of them. For sessions whose values are JSON or CBOR. Thread-safe.
 */
public final class UntypedReference extends RemoteReference {
    private static final Method STAND_IN;

    static {
        try {
            STAND_IN = UntypedReference.class.getMethod("ask", int.class, List.class);
        } catch (NoSuchMethodException missing) {
            throw new ExceptionInInitializerError(missing);
        }
    }

    /** One that outlives its session: {@link StableReference#behind} is the one of the session that there is. */
    static final class Stable extends StableReference {
        Stable(RemoteReference first) {
            super(first);
        }
    }

    UntypedReference(RemoteTarget target) {
        super(target);
    }

    /** The methods of a contract by the signatures that the peer announced. */
    static List<ContractMethod> methods(Collection<String> signatures) {
        List<ContractMethod> methods = new ArrayList<>();
        for (String signature : signatures) {
            int arguments = signature.indexOf('(');
            methods.add(new ContractMethod(
                    methods.size(),
                    arguments < 0 ? signature : signature.substring(0, arguments),
                    STAND_IN,
                    kindOf(signature.substring(signature.lastIndexOf(')') + 1)),
                    new ContractMethod.Types(List.of(), UntypedReference.class, List.of()),
                    signature,
                    false));
        }
        return methods;
    }

    private static ContractMethod.Kind kindOf(String result) {
        if (result.equals("void")) {
            return ContractMethod.Kind.TELL;
        }
        return result.startsWith(Flow.Publisher.class.getName())
                ? ContractMethod.Kind.STREAM
                : ContractMethod.Kind.ASK; // one that blocks is asked alike
    }

    public String contractName() {
        return target().contract().name();
    }

    public List<String> signatures() {
        return target().contract().methods().stream()
                .map(ContractMethod::signature)
                .toList();
    }

    public void tell(int method, List<byte[]> arguments) {
        closeTell(this, method, written(arguments));
    }

    /** The text of the result, or a reference of this class. */
    public Promise<Object> ask(int method, List<byte[]> arguments) {
        RemotePromise promise = newAsk(this, method);
        closeAsk(this, method, promise, written(arguments));
        return promise;
    }

    /** The texts of the items, and references of this class. */
    public Flow.Publisher<Object> stream(int method, List<byte[]> arguments) {
        return openStream(this, method, written(arguments));
    }

    private ByteWriter written(List<byte[]> arguments) {
        ByteWriter out = scratch(this);
        arguments.forEach(out::writeByteArray);
        return out;
    }
}
