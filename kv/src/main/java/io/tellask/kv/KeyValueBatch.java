package io.tellask.kv;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Several changes of one map that are made as one, or not at all where a requirement does not hold. Of two changes of a key the later one counts.
 * Immutable, but for its arrays.
 *
 * @param steps changes and requirements in their order
 */
public record KeyValueBatch(List<Step> steps) {
    /** One change, or one requirement. */
    public sealed interface Step {
        /** The key that the step is about; not a copy. */
        byte[] key();
    }

    /** Sets the value of a key, until an expiry or for ever. */
    public record Put(byte[] key, byte[] value, @Nullable Instant expiry) implements Step {}

    /** Removes a key, if it is there. */
    public record Remove(byte[] key) implements Step {}

    /** Requires that a key still has the value of a sequence number, or none for 0. */
    public record Require(byte[] key, long sequence) implements Step {}

    /** Begins with no step. */
    public static Builder builder() {
        return new Builder();
    }

    /** Puts a batch together. Not thread-safe. */
    public static final class Builder {
        private final List<Step> steps = new ArrayList<>();

        private Builder() {}

        /** Sets the value of a key, for ever. */
        public Builder put(byte[] key, byte[] value) {
            return put(key, value, null);
        }

        /** Sets the value of a key until an expiry, by the server's clock. */
        public Builder put(byte[] key, byte[] value, @Nullable Instant expiry) {
            return add(new Put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value"), expiry));
        }

        /** Removes a key, if it is there. */
        public Builder remove(byte[] key) {
            return add(new Remove(Objects.requireNonNull(key, "key")));
        }

        /** Lets nothing be done unless a key still has the value of a sequence number, or none for 0. */
        public Builder require(byte[] key, long sequence) {
            return add(new Require(Objects.requireNonNull(key, "key"), sequence));
        }

        private Builder add(Step step) {
            steps.add(step);
            return this;
        }

        /** The batch so far. */
        public KeyValueBatch build() {
            return new KeyValueBatch(new ArrayList<>(steps));
        }
    }
}
