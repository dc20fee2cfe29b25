package io.tellask.codec;

/** Thrown to read a message from its start in another way; no failure, and it carries no trace. */
abstract class ReadAgain extends RuntimeException {
    private static final long serialVersionUID = 1;

    ReadAgain(String how) {
        super(how, null, false, false);
    }
}
