package io.tellask.codec.text;

import io.tellask.codec.CodecException;
import io.tellask.codec.DecodeException;
import io.tellask.codec.text.Tree.Entries;
import io.tellask.codec.text.Tree.Items;
import io.tellask.codec.text.Tree.Literal;
import io.tellask.codec.text.Tree.Place;
import io.tellask.text.SafeText;
import org.jspecify.annotations.Nullable;

/**
 * A place of the graph that an item of the text is to fill: what is expected there, and how to name it when the item
 * does not fit. Immutable.
 *
 * @param step a field's name behind a point, or an index
 */
record Spot(@Nullable Path outer, Object step, Declared declared) {
    /** The path of the container here, of class {@code owner}. */
    Path path(Place place, Class<?> owner) {
        return new Path(outer, step, place, owner);
    }

    Spot expecting(Declared other) {
        return new Spot(outer, step, other);
    }

    DecodeException failure(String what, String remedy) {
        return failure(what, remedy, null);
    }

    DecodeException failure(String what, String remedy, @Nullable Throwable cause) {
        String path = Path.inWords(outer, step);
        String place =
                outer == null ? "" : ", in the container at " + outer.place().inWords();
        String owner = outer == null ? "" : outer.owner().getTypeName();
        return new DecodeException("decode: " + what + ", path=" + path + place + "; " + remedy, cause, path, owner);
    }

    /** A class that is not granted or cannot be built; the codec's message says why. */
    DecodeException refused(CodecException why) {
        return failure(String.valueOf(why.getMessage()).replaceFirst("^decode: ", ""), "or send another class", why);
    }

    DecodeException mismatch(Class<?> expected, Object item) {
        return failure(
                "class=" + expected.getTypeName() + " is expected and the text has " + kindOf(item),
                "send a value that this class holds whole");
    }

    private static String kindOf(Object item) {
        return switch (item) {
            case String ignored -> "a string";
            case Boolean ignored -> "a boolean";
            case Items ignored -> "a list";
            case Entries ignored -> "an object";
            case byte[] ignored -> "bytes";
            case Literal(String text) -> "the number " + SafeText.of(text);
            default -> "the number " + SafeText.of(item.toString());
        };
    }
}
