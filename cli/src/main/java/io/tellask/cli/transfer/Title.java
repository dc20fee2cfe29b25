package io.tellask.cli.transfer;

/**
 * What an exported file says of itself first.
 *
 * @param keys kind of the keys
 * @param values kind of the values
 * @param sequence the store's last sequence number when it was written
 */
record Title(String keys, String values, long sequence) {
    static final int VERSION = 0;
}
