package io.tellask.actor.runtime;

/** A message that only knows its sender and its number. */
final class Numbered extends Message {
    final int sender;
    final int number;

    Numbered(int sender, int number) {
        this.sender = sender;
        this.number = number;
    }

    @Override
    public void deliver(ActorCell<?> cell) {
        throw new AssertionError("only its place in the queue matters");
    }

    @Override
    public void refuse(RuntimeException reason) {
        throw new AssertionError("only its place in the queue matters", reason);
    }
}
