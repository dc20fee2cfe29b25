package io.tellask.actor.runtime;

/** A message that is only queued: a number of one digit, and a field that is written without any order. */
final class NumberedMessage extends Message {
    final int number;
    int written;

    NumberedMessage(int number) {
        this.number = number;
    }

    @Override
    public void deliver(ActorCell<?> cell) {
        throw new AssertionError("only queued");
    }

    @Override
    public void refuse(RuntimeException reason) {
        throw new AssertionError("only queued", reason);
    }
}
