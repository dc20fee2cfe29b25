package io.tellask.bench.codec.model;

import java.io.Serializable;
import java.time.Instant;

/** What all business objects have. */
public abstract class Entity implements Serializable {
    private static final long serialVersionUID = 1;

    public long id;
    public int version;
    public Instant changedAt;
}
