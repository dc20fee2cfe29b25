package com.acme;

import java.io.Serializable;

/** What has a key. */
public abstract class Entity<K> implements Serializable {
    private static final long serialVersionUID = 1L;

    protected K key;

    protected java.util.Date created;
}
