package io.tellask.remote.session;

import io.tellask.actor.CallCopier;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.CodecException;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.ScopedDecoder;
import io.tellask.codec.ScopedEncoder;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.RemoteException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Has what calls within a process pass encoded and decoded, as if both sides were sessions with one codec: each value by itself, references to
 * actors as they are. Thread-safe.
 */
public final class CopiedCalls implements CallCopier {
    private static final int USUAL_BYTES = 256;

    private final Codec codec;

    public CopiedCalls(Codec codec) {
        this.codec = codec;
    }

    @Override
    public Object argument(Method method, int parameter, Type type, Object value) {
        try {
            return copy(type, value);
        } catch (DecodeException refused) {
            CodecException placed = CallPlaces.ofParameter(refused, method, parameter);
            throw new CallRefusedException("call: method=" + method.getName() + " was refused by the peer, which says: "
                    + placed.getMessage());
        } catch (CodecException failure) {
            throw CallPlaces.ofParameter(failure, method, parameter);
        }
    }

    @Override
    public Object result(Method method, Type type, Object value) {
        try {
            return copy(type, value);
        } catch (EncodeException failure) { // at the side that answers, of which the caller learns the name
            CodecException placed = CallPlaces.ofResult(failure, method);
            throw new RemoteException(EncodeException.class.getName(), placed.getMessage(), 0);
        } catch (CodecException failure) {
            throw CallPlaces.ofResult(failure, method);
        }
    }

    private Object copy(Type type, Object value) {
        List<Object> references = new ArrayList<>();
        ScopedDecoder decoder = codec.newScopedDecoder();
        ScopedEncoder encoder =
                codec.newScopedEncoder((id, descriptor) -> decoder.learn(id, reader(descriptor, descriptor.length)));
        ByteWriter out = new ByteWriter(USUAL_BYTES);
        out.references(reference -> place(reference, references));
        encoder.encode(value, type, out);
        ByteReader in = reader(out.array(), out.position());
        in.references(number -> references.get(number));
        return Objects.requireNonNull(decoder.decode(in, type));
    }

    private static ByteReader reader(byte[] bytes, int count) {
        ByteReader in = new ByteReader();
        in.wrap(bytes, 0, count);
        return in;
    }

    private static int place(Object reference, List<Object> references) {
        PassedReferences.requireNoStream(reference);
        references.add(reference);
        return references.size() - 1;
    }
}
