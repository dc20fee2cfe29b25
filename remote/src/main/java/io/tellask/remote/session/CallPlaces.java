package io.tellask.remote.session;

import io.tellask.actor.contract.ContractMethod;
import io.tellask.codec.CodecException;
import io.tellask.codec.failure.FailurePlace;
import java.lang.reflect.Method;

/**
 * Begins the path of a codec's failure with the call whose value it was: {@code Shelf.put(2).name} is in the third argument of {@code put},
 * {@code Shelf.take().name} in its result.
 */
final class CallPlaces {
    private CallPlaces() {}

    static CodecException ofParameter(CodecException failure, ContractMethod method, int parameter) {
        return ofParameter(failure, method.method(), parameter);
    }

    static CodecException ofParameter(CodecException failure, Method method, int parameter) {
        return at(failure, method, "(" + parameter + ")");
    }

    static CodecException ofResult(CodecException failure, ContractMethod method) {
        return ofResult(failure, method.method());
    }

    static CodecException ofResult(CodecException failure, Method method) {
        return at(failure, method, "()");
    }

    private static CodecException at(CodecException failure, Method method, String value) {
        FailurePlace.addStep(failure, method.getDeclaringClass(), "." + method.getName() + value);
        return failure;
    }
}
