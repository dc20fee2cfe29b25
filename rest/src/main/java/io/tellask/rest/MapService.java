package io.tellask.rest;

import io.tellask.rest.problem.Refusal;
import io.tellask.rest.value.EntityTag;
import io.tellask.rest.value.ValueWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Answers the requests of a map, on virtual threads. Thread-safe as its map is. */
record MapService<V>(RestMap<V> map, Class<V> type, ValueWriter writer) implements MapContract<V> {
    static final int USUAL_LIMIT = 100;
    static final int MOST_LIMIT = 1_000;
    static final int MOST_KEY_CHARS = 512;

    @Override
    public Map<String, V> list(@Nullable String after, @Nullable Integer limit) {
        if (limit != null && (limit < 1 || limit > MOST_LIMIT)) {
            throw Refusal.of(422, "invalid values", "limit is not within 1 to " + MOST_LIMIT);
        }
        Map<String, V> entries = new LinkedHashMap<>();
        for (String key : map.keys(after, limit == null ? USUAL_LIMIT : limit)) {
            V value = map.get(key);
            if (value != null) {
                entries.put(key, value);
            }
        }
        return entries;
    }

    @Override
    public Optional<V> get(String key) {
        return Optional.ofNullable(map.get(key));
    }

    @Override
    public Added add(V value) {
        requireValue(value);
        String key = UUID.randomUUID().toString();
        map.compute(key, (_, _) -> value);
        return new Added(key);
    }

    @Override
    public V put(String key, V value, @Nullable String ifMatch, @Nullable String ifNoneMatch) {
        requireValue(value);
        if (key.length() > MOST_KEY_CHARS) {
            throw Refusal.of(422, "invalid values", "key has " + key.length() + " characters > " + MOST_KEY_CHARS);
        }
        map.compute(key, (_, present) -> {
            require(present, ifMatch);
            if (ifNoneMatch != null && present != null && EntityTag.isAmong(ifNoneMatch, tag(present))) {
                throw failed("there is such a value already");
            }
            return value;
        });
        return value;
    }

    private static void requireValue(@Nullable Object value) {
        if (value == null) {
            throw Refusal.of(422, "invalid values", "the body must not be null");
        }
    }

    @Override
    public Optional<V> remove(String key, @Nullable String ifMatch) {
        Object[] removed = new Object[1];
        map.compute(key, (_, present) -> {
            require(present, ifMatch);
            removed[0] = present;
            return null;
        });
        return Optional.ofNullable(type.cast(removed[0]));
    }

    private void require(@Nullable V present, @Nullable String ifMatch) {
        if (ifMatch != null && (present == null || !EntityTag.isAmong(ifMatch, tag(present)))) {
            throw failed("the value has changed; get it again, with its etag");
        }
    }

    private static Refusal failed(String detail) {
        return Refusal.of(412, "precondition failed", detail);
    }

    private String tag(V value) {
        return EntityTag.of(writer.write(value, type));
    }
}
