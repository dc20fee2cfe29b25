package io.tellask.rest.plan;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a request does, as its method says. */
public enum Verb {
    GET(false),
    POST(true),
    PUT(true),
    PATCH(true),
    DELETE(false);

    private final boolean hasBody;

    Verb(boolean hasBody) {
        this.hasBody = hasBody;
    }

    /** Whether parameters may stand in the body. */
    public boolean hasBody() {
        return hasBody;
    }

    /** The verb of a method of HTTP, where HEAD is as GET; null for others. */
    public static @Nullable Verb of(String method) {
        return switch (method) {
            case "GET", "HEAD" -> GET;
            case "POST" -> POST;
            case "PUT" -> PUT;
            case "PATCH" -> PATCH;
            case "DELETE" -> DELETE;
            default -> null;
        };
    }

    /** In lower case, as OpenAPI has it. */
    public String lowerCase() {
        return name().toLowerCase(Locale.ROOT);
    }
}
