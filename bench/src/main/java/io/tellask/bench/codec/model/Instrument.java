package io.tellask.bench.codec.model;

import java.io.Serializable;

/** What a price is of. */
public class Instrument implements Serializable {
    private static final long serialVersionUID = 1;

    public String mnemonic;
    public long id;
    public String description;
}
