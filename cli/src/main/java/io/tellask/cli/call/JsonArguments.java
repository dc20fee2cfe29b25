package io.tellask.cli.call;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.cli.terminal.CommandFailure;
import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.text.JsonEncoding;
import io.tellask.remote.MethodSignature;
import io.tellask.text.SafeText;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The arguments of one call as JSON, and what is wrong with them. Immutable. */
final class JsonArguments {
    /** Types whose values are checked before the call: also of a tell, which nobody answers. */
    private static final Map<String, Class<?>> KNOWN = Map.ofEntries(
            Map.entry("boolean", boolean.class),
            Map.entry("byte", byte.class),
            Map.entry("short", short.class),
            Map.entry("char", char.class),
            Map.entry("int", int.class),
            Map.entry("long", long.class),
            Map.entry("float", float.class),
            Map.entry("double", double.class),
            Map.entry("byte[]", byte[].class),
            Map.entry("java.lang.Boolean", Boolean.class),
            Map.entry("java.lang.Integer", Integer.class),
            Map.entry("java.lang.Long", Long.class),
            Map.entry("java.lang.Double", Double.class),
            Map.entry("java.lang.String", String.class));

    private static final JsonEncoding JSON = JsonEncoding.of(Codec.standard());
    private static final int MOST_VALUE_CHARS = 64;

    private final MethodSignature method;
    private final List<String> texts;

    JsonArguments(MethodSignature method, List<String> texts) {
        this.method = method;
        this.texts = texts;
        for (int i = 0; i < texts.size(); i++) {
            check(i);
        }
    }

    private void check(int index) {
        Class<?> type = KNOWN.getOrDefault(method.parameters().get(index), Object.class);
        try {
            JSON.decode(texts.get(index).getBytes(UTF_8), type);
        } catch (DecodeException wrong) {
            if (type != Object.class || String.valueOf(wrong.getMessage()).contains("no JSON")) {
                throw new CommandFailure(
                        "argument does not fit: " + place(index) + "; " + remedy(type, texts.get(index)), wrong);
            }
        }
    }

    private static String remedy(Class<?> type, String text) {
        return type == String.class && !text.startsWith("\"")
                ? "text is JSON with quotation marks, in a shell '\"" + SafeText.of(text, MOST_VALUE_CHARS) + "\"'"
                : "send JSON of that type";
    }

    private String place(int index) {
        return "argument=" + (index + 1) + ", type=" + method.parameters().get(index) + ", value="
                + SafeText.of(texts.get(index), MOST_VALUE_CHARS) + ", method=" + method.call();
    }

    byte[][] bytes() {
        return texts.stream().map(text -> text.getBytes(UTF_8)).toArray(byte[][]::new);
    }

    /** What the server says of an argument that it does not take, with that argument; null if it says nothing of one. */
    CommandFailure refusal(RuntimeException refused) {
        String reason = String.valueOf(refused.getMessage());
        Matcher path = Pattern.compile("\\." + Pattern.quote(method.name()) + "\\((\\d{1,3})\\)")
                .matcher(reason);
        int index = path.find() ? Integer.parseInt(path.group(1)) : texts.size();
        String what = index < texts.size() ? place(index) : "method=" + method.call();
        return new CommandFailure("call was refused: " + what + "; " + reason, refused);
    }
}
