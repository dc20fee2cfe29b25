package io.tellask.codec.failure;

/** Thrown to read a message from its start in another way; no failure, and it carries no trace. */
public abstract class ReadAgain extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ReadAgain(String how) {
        super(how, null, false, false);
    }
}
