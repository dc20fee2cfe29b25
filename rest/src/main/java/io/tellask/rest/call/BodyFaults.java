package io.tellask.rest.call;

import io.tellask.codec.DecodeException;
import io.tellask.rest.json.JsonPlace;
import io.tellask.rest.problem.Fault;
import io.tellask.rest.problem.Refusal;
import io.tellask.rest.type.Expected;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Says what is wrong with a body, by what the codec says of it, without the names of classes. Stateless. */
final class BodyFaults {
    private static final Pattern PLACE = Pattern.compile("line=(\\d{1,10}), column=(\\d{1,10})");
    private static final Pattern NO_JSON = Pattern.compile("the text is no JSON, [^:]*: ([^;]*);");
    private static final Pattern OTHER_KIND =
            Pattern.compile("class=([\\w.$\\[\\]]+) is expected and the text has ([\\w ]+)");
    private static final Pattern STEP = Pattern.compile("\\.([^.\\[]+)|\\[(\\d+)]|\\[(.*?)]");

    private BodyFaults() {}

    /**
     * What the sender is told.
     *
     * @param body the whole of it
     * @param within a pointer to what was read of it, in front of the place in it
     */
    static Refusal of(DecodeException failure, byte[] body, String within) {
        String said = String.valueOf(failure.getMessage());
        if (said.contains("> limits.") || said.contains("heap bytes=") || said.contains("text nesting=")) {
            return Refusal.of(
                    413, "body too large", "the body has more or deeper values than are taken; send fewer at once");
        }
        String pointer = within + pointer(failure.path());
        JsonPlace place = pointer.isEmpty() ? placeIn(said) : JsonPlace.of(body, pointer);
        String detail = detail(said);
        String where = (pointer.isEmpty() ? "" : " at " + pointer)
                + (place == null ? "" : ", line " + place.line() + ", column " + place.column());
        return Refusal.of(
                400,
                "malformed body",
                "the body cannot be read" + where + ": " + detail,
                List.of(new Fault(
                        "pointer",
                        pointer,
                        detail,
                        place == null ? 0 : place.line(),
                        place == null ? 0 : place.column())));
    }

    private static @Nullable JsonPlace placeIn(String said) {
        Matcher place = PLACE.matcher(said);
        return place.find() ? new JsonPlace(Integer.parseInt(place.group(1)), Integer.parseInt(place.group(2))) : null;
    }

    private static String detail(String said) {
        Matcher noJson = NO_JSON.matcher(said);
        if (noJson.find()) {
            return "it is no JSON: " + noJson.group(1);
        }
        Matcher otherKind = OTHER_KIND.matcher(said);
        if (otherKind.find()) {
            return "expected " + Expected.words(otherKind.group(1)) + ", found "
                    + otherKind.group(2).strip();
        }
        if (said.contains("no UTF-8")) {
            return "it is no UTF-8";
        }
        if (said.contains("text is empty")) {
            return "it is empty; send JSON";
        }
        if (said.contains("something follows")) {
            return "something follows the value";
        }
        if (said.contains("of enum=")) {
            return "it is none of the names that are taken";
        }
        return said.contains("@class") || said.contains(" is not granted")
                ? "@class is missing, or names no type that is taken"
                : "the value does not fit";
    }

    /** A path such as {@code $.lines[3].price} as a JSON pointer. */
    static String pointer(String path) {
        StringBuilder pointer = new StringBuilder();
        Matcher step = STEP.matcher(path.startsWith("$") ? path.substring(1) : path);
        while (step.find()) {
            String name = step.group(1) != null ? step.group(1) : step.group(2) != null ? step.group(2) : step.group(3);
            pointer.append('/').append(name.replace("~", "~0").replace("/", "~1"));
        }
        return pointer.toString();
    }
}
