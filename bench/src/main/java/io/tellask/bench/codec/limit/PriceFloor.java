package io.tellask.bench.codec.limit;

import io.tellask.bench.codec.model.Instrument;
import io.tellask.bench.codec.model.Price;

/**
 * A price in 99 bytes: seven longs and doubles, the type, whether there is an instrument, then the strings.
 *
 * <pre>
 * +--------------+---------+---------+----------+----------+-------------+----------+--------+--------+
 * | instrumentId |   bid   |   ask   |  bidQty  |  askQty  |  timestamp  |  type    | symbol | ...    |
 * |   8 bytes    | 8 bytes | 8 bytes | 8 bytes  | 8 bytes  |   8 bytes   |  2 bytes | 1 + n  | 1 + n  |
 * +--------------+---------+---------+----------+----------+-------------+----------+--------+--------+
 * </pre>
 */
final class PriceFloor extends Floor {
    private static final int NUMBERS = 50;

    PriceFloor() {
        super(512);
    }

    @Override
    public int encode(Object value) {
        Price price = (Price) value;
        byte[] bytes = buffer;
        putLong(bytes, 0, price.instrumentId);
        putDouble(bytes, 8, price.bid);
        putDouble(bytes, 16, price.ask);
        putLong(bytes, 24, price.bidQty);
        putLong(bytes, 32, price.askQty);
        putLong(bytes, 40, price.timestamp);
        putChar(bytes, 48, price.type);
        int at = putString(bytes, NUMBERS, price.symbol);
        at = putString(bytes, at, price.exchange);
        Instrument instrument = price.instrument;
        if (instrument == null) {
            bytes[at++] = 0;
        } else {
            bytes[at] = 1;
            putLong(bytes, at + 1, instrument.id);
            at = putString(bytes, at + 9, instrument.mnemonic);
            at = putString(bytes, at, instrument.description);
        }
        length = at;
        return at;
    }

    @Override
    public Object decode(byte[] bytes) {
        Price price = new Price();
        price.instrumentId = longAt(bytes, 0);
        price.bid = doubleAt(bytes, 8);
        price.ask = doubleAt(bytes, 16);
        price.bidQty = longAt(bytes, 24);
        price.askQty = longAt(bytes, 32);
        price.timestamp = longAt(bytes, 40);
        price.type = charAt(bytes, 48);
        price.symbol = stringAt(bytes, NUMBERS);
        int at = behindString(bytes, NUMBERS);
        price.exchange = stringAt(bytes, at);
        at = behindString(bytes, at);
        if (bytes[at] != 0) {
            Instrument instrument = new Instrument();
            instrument.id = longAt(bytes, at + 1);
            instrument.mnemonic = stringAt(bytes, at + 9);
            at = behindString(bytes, at + 9);
            instrument.description = stringAt(bytes, at);
            price.instrument = instrument;
        }
        return price;
    }
}
