package io.tellask.bench.codec.model;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/** Business objects of several kinds. */
public class BusinessBatch implements Serializable {
    private static final long serialVersionUID = 1;

    public List<Entity> entities;

    @Override
    public boolean equals(Object other) {
        return other instanceof BusinessBatch that && Objects.equals(entities, that.entities);
    }

    @Override
    public int hashCode() {
        return Objects.hash(entities);
    }
}
