package io.tellask.rest;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a map that is served by {@link RestBuilder#map}; rules of an interceptor name it. Values have tags
 * that tell whether they have changed
 * ({@code etag}).
 *
 * @param <V> the values
 */
public interface MapContract<V> {
    /** Entries behind a key, 100 at most where no limit is given, 1,000 where one is. */
    @Route("GET /")
    Map<String, V> list(@Nullable String after, @Nullable Integer limit);

    /** One value. */
    @Route("GET /{key}")
    Optional<V> get(String key);

    /** Adds a value under a new key, which the header {@code location} has. */
    @Route("POST /")
    @Created("{key}")
    Added add(V value);

    /**
     * Sets a value.
     *
     * @param ifMatch tags, one of which the present value has to have, or {@code *} for any value
     * @param ifNoneMatch {@code *}: there has to be none
     */
    @Route("PUT /{key}")
    V put(
            String key,
            V value,
            @Header("if-match") @Nullable String ifMatch,
            @Header("if-none-match") @Nullable String ifNoneMatch);

    /** Removes a value, which is the answer. */
    @Route("DELETE /{key}")
    Optional<V> remove(String key, @Header("if-match") @Nullable String ifMatch);

    /**
     * Where an added value is.
     *
     * @param key new, and known to nobody else
     */
    record Added(String key) {}
}
