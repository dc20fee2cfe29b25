package io.tellask.bench.struct;

import java.io.Serializable;

/**
 * The price update as an object. Immutable.
 *
 * @param instrument what has the price
 * @param quantity how many
 * @param price of one
 */
public record Price(Instrument instrument, int quantity, double price) implements Serializable {
    /**
     * What has a price. Immutable.
     *
     * @param mnemonic up to five ASCII characters
     * @param id its number
     */
    public record Instrument(String mnemonic, long id) implements Serializable {}
}
