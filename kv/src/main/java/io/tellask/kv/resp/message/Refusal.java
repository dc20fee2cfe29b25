package io.tellask.kv.resp.message;

/** An error reply: the command ends and changes nothing. The text begins with the word that clients tell errors by. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    public static final Refusal NOT_AN_INTEGER = new Refusal("ERR value is not an integer or out of range");
    public static final Refusal SYNTAX = new Refusal("ERR syntax error");
    public static final Refusal NOT_AUTHENTICATED = new Refusal("NOAUTH Authentication required.");
    public static final Refusal NO_SUCH_KEY = new Refusal("ERR no such key");
    public static final Refusal OVERFLOW = new Refusal("ERR increment or decrement would overflow");
    static final Refusal NOT_A_TIMEOUT = new Refusal("ERR timeout is not an integer or out of range");

    public Refusal(String text) {
        super(text, null, false, false);
    }

    public static Refusal wrongArguments(String command) {
        return new Refusal("ERR wrong number of arguments for '" + command + "' command");
    }

    public static Refusal invalidExpiry(String command) {
        return new Refusal("ERR invalid expire time in '" + command + "' command");
    }

    public String text() {
        return getMessage() == null ? "ERR" : getMessage();
    }
}
