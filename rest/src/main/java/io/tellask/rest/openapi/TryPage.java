package io.tellask.rest.openapi;

import io.tellask.http.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Objects;

/** A page to try a contract, which reads its description. It loads nothing from elsewhere. Stateless. */
public final class TryPage {
    private TryPage() {}

    /** The page, whose policy lets only its own script and style run. */
    public static HttpResponse of(String title) {
        String style = text("try.css");
        String script = text("try.js");
        String html = text("try.html")
                .replace("@title", escaped(title))
                .replace("@style", style)
                .replace("@script", script);
        String policy = "default-src 'none'; script-src '" + digest(script) + "'; style-src '" + digest(style)
                + "'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
        return HttpResponse.text(200, "text/html", html)
                .with("content-security-policy", policy)
                .with("x-content-type-options", "nosniff")
                .with("referrer-policy", "no-referrer")
                .with("cache-control", "no-cache");
    }

    private static String text(String name) {
        try (InputStream in = TryPage.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("@", "&#64;");
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("rest: this JVM has no SHA-256, which every JVM must have", e);
        }
    }
}
