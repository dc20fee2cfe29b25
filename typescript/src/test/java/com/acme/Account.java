package com.acme;

import java.io.Serializable;

/** An account, as a class of fields. */
public class Account extends Entity<Long> implements Serializable {
    private static final long serialVersionUID = 1L;

    /** What is on it. */
    private java.math.BigDecimal balance = java.math.BigDecimal.ZERO;

    private transient int cached;

    private String key = "";

    public int cached() {
        return cached + balance.intValue() + key.length();
    }
}
