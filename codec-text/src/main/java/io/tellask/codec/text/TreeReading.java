package io.tellask.codec.text;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.HeapBudget;
import io.tellask.text.SafeText;
import java.lang.reflect.Type;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * From a tree to objects: directly where it is plain, see {@link DirectReader}, else by way of nodes and a message of the codec, which checks
 * and builds as it always does. Thread-safe.
 */
final class TreeReading {
    private final Codec codec;
    private final DirectReaders direct;

    TreeReading(Codec codec) {
        this.codec = codec;
        direct = new DirectReaders(codec);
    }

    /** The object of a tree that was a text of {@code textBytes}. */
    @Nullable
    Object decode(@Nullable Object tree, int textBytes, Type declared) {
        Object plain = direct.read(tree, textBytes, declared);
        return plain == DirectReader.OTHER ? codec.decode(message(tree, declared), declared) : plain;
    }

    /** As the other, with references to actors, within a budget. */
    @Nullable
    Object decode(@Nullable Object tree, Type declared, @Nullable IntFunction<Object> references, HeapBudget budget) {
        ByteReader in = new ByteReader(message(tree, declared));
        in.references(references);
        return codec.decode(in, declared, budget);
    }

    private byte[] message(@Nullable Object tree, Type declared) {
        try {
            Declared expected = Declared.of(declared);
            Object model = new TreeBinder(codec, new Classes(codec.trustedBy(declared))).bind(tree, expected);
            ByteWriter out = RemotePlace.writer();
            codec.encode(model, out);
            return out.toByteArray();
        } catch (EncodeException e) {
            throw new DecodeException("decode: the text describes what the codec does not take: " + e.getMessage(), e);
        } catch (IllegalArgumentException | ClassCastException e) {
            throw new DecodeException(
                    "decode: the text does not fit the classes that it names: " + SafeText.of(e.getMessage()));
        }
    }
}
