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

/** From a tree to objects: by way of nodes and a message of the codec, which checks and builds as it always does. */
final class TreeReading {
    private TreeReading() {}

    static @Nullable Object decode(Codec codec, @Nullable Object tree, Type declared) {
        return codec.decode(message(codec, tree, declared), declared);
    }

    /** As the other, with references to actors, within a budget. */
    static @Nullable Object decode(
            Codec codec,
            @Nullable Object tree,
            Type declared,
            @Nullable IntFunction<Object> references,
            HeapBudget budget) {
        ByteReader in = new ByteReader(message(codec, tree, declared));
        in.references(references);
        return codec.decode(in, declared, budget);
    }

    private static byte[] message(Codec codec, @Nullable Object tree, Type declared) {
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
