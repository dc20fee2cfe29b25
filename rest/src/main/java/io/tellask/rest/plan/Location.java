package io.tellask.rest.plan;

import io.tellask.actor.ContractException;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.rest.type.Types;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes the header {@code Location} of a result. Immutable.
 *
 * @param before what stands in front of the value
 * @param getter of the value; null where that is the result itself
 * @param after what stands behind it
 */
public record Location(String before, @Nullable MethodHandle getter, String after) {
    private static final Pattern TEMPLATE = Pattern.compile("/?([\\w./~-]*)\\{(\\w+)}([\\w./~-]*)");

    static Location of(String template, Type type, ContractMethod method) {
        String owner = method.method().getDeclaringClass().getSimpleName() + "." + method.name();
        Matcher parts = TEMPLATE.matcher(template);
        if (!parts.matches()) {
            throw new ContractException(
                    "rest: @Created of " + owner + " is no path with one name in braces; write {id}, for example");
        }
        return new Location(parts.group(1), getter(parts.group(2), type, owner), parts.group(3));
    }

    private static @Nullable MethodHandle getter(String name, Type type, String owner) {
        Class<?> raw = Types.erasure(type);
        if (Types.isSimple(type)) {
            return null;
        }
        try {
            Method accessor = raw.getMethod(name);
            if (accessor.trySetAccessible()) {
                return MethodHandles.lookup().unreflect(accessor);
            }
        } catch (NoSuchMethodException | IllegalAccessException e) {
            throw new ContractException(refusal(name, raw, owner), e);
        }
        throw new ContractException(refusal(name, raw, owner));
    }

    private static String refusal(String name, Class<?> raw, String owner) {
        return "rest: @Created of " + owner + " names " + name + ", which " + raw.getSimpleName()
                + " has no public method of; name a component of the result";
    }

    /**
     * Relative to the path of the request, so that it holds wherever that is mounted; null for a result without the
     * value.
     */
    public @Nullable String of(String requestPath, @Nullable Object result) throws Throwable {
        Object value = getter == null || result == null ? result : getter.invoke(result);
        if (value == null) {
            return null;
        }
        String last = requestPath.substring(requestPath.lastIndexOf('/') + 1);
        String encoded =
                URLEncoder.encode(value.toString(), StandardCharsets.UTF_8).replace("+", "%20");
        return "./" + (last.isEmpty() ? "" : last + "/") + before + encoded + after;
    }
}
