package io.tellask.bench.codec.limit;

import io.tellask.bench.codec.Model;
import java.util.ArrayList;

/** Floors of flat objects: prices, and users. */
final class FlatFloors {
    private FlatFloors() {}

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
    static final class PriceFloor extends Floor {
        private static final int NUMBERS = 50;

        PriceFloor() {
            super(512);
        }

        @Override
        public int encode(Object value) {
            Model.Price price = (Model.Price) value;
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
            Model.Instrument instrument = price.instrument;
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
            Model.Price price = new Model.Price();
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
                Model.Instrument instrument = new Model.Instrument();
                instrument.id = longAt(bytes, at + 1);
                instrument.mnemonic = stringAt(bytes, at + 9);
                at = behindString(bytes, at + 9);
                instrument.description = stringAt(bytes, at);
                price.instrument = instrument;
            }
            return price;
        }
    }

    /** A user whose strings are Latin-1: four strings, the number of friends in a byte, their names. */
    static final class UserFloor extends Floor {
        UserFloor() {
            super(1_024);
        }

        @Override
        public int encode(Object value) {
            Model.User user = (Model.User) value;
            byte[] bytes = buffer;
            int at = putString(bytes, 0, user.name);
            at = putString(bytes, at, user.pwd);
            at = putString(bytes, at, user.email);
            at = putString(bytes, at, user.city);
            ArrayList<String> friends = user.friends;
            int count = friends.size();
            bytes[at++] = (byte) count;
            for (int i = 0; i < count; i++) {
                at = putString(bytes, at, friends.get(i));
            }
            length = at;
            return at;
        }

        @Override
        public Object decode(byte[] bytes) {
            Model.User user = new Model.User();
            user.name = stringAt(bytes, 0);
            int at = behindString(bytes, 0);
            user.pwd = stringAt(bytes, at);
            at = behindString(bytes, at);
            user.email = stringAt(bytes, at);
            at = behindString(bytes, at);
            user.city = stringAt(bytes, at);
            at = behindString(bytes, at);
            int count = bytes[at++];
            ArrayList<String> friends = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                friends.add(stringAt(bytes, at));
                at = behindString(bytes, at);
            }
            user.friends = friends;
            return user;
        }
    }
}
