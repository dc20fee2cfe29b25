package io.tellask.actor.runtime;

/** Code that runs as an actor, in its turn; what it throws counts as a failed tell. */
final class TaskMessage extends Message {
    private final Runnable task;

    TaskMessage(Runnable task) {
        this.task = task;
    }

    @Override
    public void deliver(ActorCell<?> cell) {
        try {
            task.run();
        } catch (Throwable failure) {
            cell.reportTellFailure("continuation", failure);
        }
    }

    @Override
    public void refuse(RuntimeException reason) {
        throw new AssertionError("tasks are never refused", reason);
    }
}
