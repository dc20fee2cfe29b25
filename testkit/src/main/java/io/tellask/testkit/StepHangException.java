package io.tellask.testkit;

/** A step of an exploration does not end: the cause has the stack of its thread. */
final class StepHangException extends RuntimeException {
    private static final long serialVersionUID = 1;

    StepHangException(String message, StackTraceElement[] stack) {
        super(message, at(stack));
    }

    private static Throwable at(StackTraceElement[] stack) {
        Throwable place = new IllegalStateException("it is here");
        place.setStackTrace(stack);
        return place;
    }
}
