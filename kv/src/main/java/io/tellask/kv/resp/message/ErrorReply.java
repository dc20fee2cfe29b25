package io.tellask.kv.resp.message;

/** An error reply: the command ends and changes nothing. The text begins with the word that clients tell errors by. */
public final class ErrorReply extends RuntimeException {
    private static final long serialVersionUID = 1;

    public static final ErrorReply NOT_AN_INTEGER = new ErrorReply("ERR value is not an integer or out of range");
    public static final ErrorReply SYNTAX = new ErrorReply("ERR syntax error");
    public static final ErrorReply NOT_AUTHENTICATED = new ErrorReply("NOAUTH Authentication required.");
    public static final ErrorReply NO_SUCH_KEY = new ErrorReply("ERR no such key");
    public static final ErrorReply OVERFLOW = new ErrorReply("ERR increment or decrement would overflow");
    static final ErrorReply NOT_A_TIMEOUT = new ErrorReply("ERR timeout is not an integer or out of range");

    public ErrorReply(String text) {
        super(text, null, false, false);
    }

    public static ErrorReply wrongArguments(String command) {
        return new ErrorReply("ERR wrong number of arguments for '" + command + "' command");
    }

    public static ErrorReply invalidExpiry(String command) {
        return new ErrorReply("ERR invalid expire time in '" + command + "' command");
    }

    public String text() {
        return getMessage() == null ? "ERR" : getMessage();
    }
}
