package io.tellask.bench.codec.model;

import java.io.Serializable;
import java.util.Objects;

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

    @Override
    public boolean equals(Object other) {
        return other instanceof Price that
                && Objects.equals(symbol, that.symbol)
                && Objects.equals(exchange, that.exchange)
                && instrumentId == that.instrumentId
                && Double.compare(bid, that.bid) == 0
                && Double.compare(ask, that.ask) == 0
                && bidQty == that.bidQty
                && askQty == that.askQty
                && timestamp == that.timestamp
                && type == that.type
                && Objects.equals(instrument, that.instrument);
    }

    @Override
    public int hashCode() {
        return Objects.hash(symbol, exchange, instrumentId, bid, ask, bidQty, askQty, timestamp, type, instrument);
    }
}
