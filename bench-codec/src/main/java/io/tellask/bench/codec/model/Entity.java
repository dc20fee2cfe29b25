package io.tellask.bench.codec.model;

import java.io.Serializable;
import java.time.Instant;
import java.util.Objects;

/** What all business objects have. */
public abstract class Entity implements Serializable {
    private static final long serialVersionUID = 1;

    public long id;
    public int version;
    public Instant changedAt;

    @Override
    public boolean equals(Object other) {
        return other instanceof Entity that
                && id == that.id
                && version == that.version
                && Objects.equals(changedAt, that.changedAt);
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, version, changedAt);
    }
}
