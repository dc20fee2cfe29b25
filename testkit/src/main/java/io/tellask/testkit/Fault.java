package io.tellask.testkit;

/** Something that goes wrong, or that somebody does, at a step that an exploration chooses. */
record Fault(String name, Runnable action) implements Runnable {
    @Override
    public void run() {
        action.run();
    }

    @Override
    public String toString() {
        return name;
    }
}
