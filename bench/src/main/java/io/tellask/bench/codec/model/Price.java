package io.tellask.bench.codec.model;

import java.io.Serializable;

/** A price update with the instrument nested in it. */
public class Price implements Serializable {
    private static final long serialVersionUID = 1;

    public String symbol;
    public String exchange;
    public long instrumentId;
    public double bid;
    public double ask;
    public long bidQty;
    public long askQty;
    public long timestamp;
    public char type;
    public Instrument instrument;
}
