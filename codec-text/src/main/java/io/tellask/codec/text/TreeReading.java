package io.tellask.codec.text;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.text.SafeText;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** From a tree to objects: by way of nodes and a message of the codec, which checks and builds as it always does. */
final class TreeReading {
    private TreeReading() {}

    static @Nullable Object decode(Codec codec, @Nullable Object tree, Type declared) {
        byte[] message;
        try {
            Declared expected = Declared.of(declared);
            message = codec.encode(new TreeBinder(codec, new Classes(codec.trustedBy(declared))).bind(tree, expected));
        } catch (EncodeException e) {
            throw new DecodeException("decode: the text describes what the codec does not take: " + e.getMessage(), e);
        } catch (IllegalArgumentException | ClassCastException e) {
            throw new DecodeException(
                    "decode: the text does not fit the classes that it names: " + SafeText.of(e.getMessage()));
        }
        return codec.decode(message, declared);
    }
}
