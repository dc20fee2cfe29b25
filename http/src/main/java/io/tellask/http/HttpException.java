package io.tellask.http;

/** A request cannot be served, for a reason that its sender is told. */
public final class HttpException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;

    /**
     * @param status of the answer: 400 to 599
     * @param detail one line for the sender: field, value, limit and remedy, without secrets
     */
    public HttpException(int status, String detail) {
        super(detail);
        this.status = status;
    }

    public int status() {
        return status;
    }
}
