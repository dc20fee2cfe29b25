package io.tellask.bench.codec.model;

import java.io.Serializable;
import java.util.List;

/** Business objects of several kinds. */
public class BusinessBatch implements Serializable {
    private static final long serialVersionUID = 1;

    public List<Entity> entities;
}
