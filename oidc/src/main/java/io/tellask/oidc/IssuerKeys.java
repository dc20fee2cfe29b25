package io.tellask.oidc;

import com.nimbusds.jose.util.JSONObjectUtils;
import io.tellask.remote.AuthenticationException;
import io.tellask.remote.TransportException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.text.ParseException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The keys of an issuer: fetched when they are needed, kept, fetched anew when they are old or a token names one that is not there, at most once in
 * {@code fetchPause}, by whatever many tokens. Thread-safe.
 */
final class IssuerKeys {
    /** The longest name of a key in a token. */
    static final int MOST_KID_CHARS = 256;

    private static final Logger LOG = System.getLogger("io.tellask.oidc");

    private final JwtOptions options;
    private final IssuerHttp http;
    private final Executor executor;
    private @Nullable KeySet known; // the last that came; guarded by this, as the next
    private @Nullable CompletableFuture<KeySet> pending;
    private boolean asked;
    private long askedNanos;

    IssuerKeys(JwtOptions options, IssuerHttp http, Executor executor) {
        this.options = options;
        this.http = http;
        this.executor = executor;
    }

    /** Keys that may have the one that a token names; fails where there are none: an {@link AuthenticationException}, or that they cannot be had now. */
    CompletableFuture<KeySet> find(@Nullable String kid) {
        KeySet usable;
        CompletableFuture<KeySet> coming;
        boolean begin;
        synchronized (this) {
            long now = options.nanoTime().getAsLong();
            usable = known == null || isOlder(known, options.staleTime(), now) ? null : known;
            boolean wanted = usable == null || !usable.has(kid) || isOlder(usable, options.keysTime(), now);
            begin = wanted
                    && pending == null
                    && (!asked || now - askedNanos >= options.fetchPause().toNanos());
            if (begin) {
                asked = true;
                askedNanos = now;
                pending = new CompletableFuture<>();
            }
            coming = pending;
        }
        if (begin && coming != null) {
            fetch(coming);
        }
        if (usable != null && usable.has(kid)) {
            return CompletableFuture.completedFuture(usable);
        }
        if (coming != null) {
            return coming.copy();
        }
        return CompletableFuture.failedFuture(usable == null ? unreachable() : tooSoon());
    }

    private static boolean isOlder(KeySet keys, Duration age, long nowNanos) {
        return nowNanos - keys.fetchedNanos() >= age.toNanos();
    }

    private TransportException unreachable() {
        return new TransportException(
                TransportException.Problem.BUSY,
                "authentication: the keys of the issuer of tokens cannot be had now, see the log there; try again after"
                        + " fetchPause=" + options.fetchPause());
    }

    /** The issuer may have the key by now, which is found out once it may be asked again. */
    private TransportException tooSoon() {
        return new TransportException(
                TransportException.Problem.BUSY,
                "authentication: token, kid is none of the issuer's keys, which were asked for less than fetchPause="
                        + options.fetchPause() + " ago; try again after it, or fetch a fresh token");
    }

    private void fetch(CompletableFuture<KeySet> coming) {
        CompletableFuture.supplyAsync(this::keysAddress, executor)
                .thenCompose(address -> address)
                .thenCompose(http::get)
                .thenApplyAsync(this::read, executor)
                .whenComplete((keys, failure) -> fetched(coming, keys, failure));
    }

    private void fetched(CompletableFuture<KeySet> coming, @Nullable KeySet keys, @Nullable Throwable failure) {
        synchronized (this) {
            pending = null;
            if (keys != null) {
                known = keys;
            }
        }
        if (keys != null) {
            coming.complete(keys);
        } else {
            LOG.log(
                    Level.WARNING,
                    "oidc: the keys of issuer=" + options.issuer()
                            + " cannot be had, those that are known go on for staleTime=" + options.staleTime(),
                    failure);
            coming.completeExceptionally(unreachable());
        }
    }

    private CompletableFuture<URI> keysAddress() {
        URI given = options.keysAt();
        if (given != null) {
            return CompletableFuture.completedFuture(given);
        }
        String issuer = options.issuer();
        String folder = issuer.endsWith("/") ? issuer : issuer + "/";
        return http.get(URI.create(folder + ".well-known/openid-configuration"))
                .thenApplyAsync(this::keysNamed, executor);
    }

    private URI keysNamed(String document) {
        try {
            Map<String, Object> fields = JSONObjectUtils.parse(document);
            if (!options.issuer().equals(fields.get("issuer"))) {
                throw new IOException("its discovery document is of another issuer; write the issuer as it does");
            }
            if (!(fields.get("jwks_uri") instanceof String address)) {
                throw new IOException("its discovery document names no jwks_uri; say keysAt");
            }
            return options.requirePrivate(URI.create(address));
        } catch (ParseException | IOException | RuntimeException wrong) {
            throw new CompletionException(wrong);
        }
    }

    private KeySet read(String document) {
        try {
            return KeySet.of(document, options, options.nanoTime().getAsLong());
        } catch (ParseException | RuntimeException wrong) { // of the library, for whatever document
            throw new CompletionException(wrong);
        }
    }
}
