package io.tellask.actor.runtime;

import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.CopyOnWriteArrayList;

/** A log that keeps its lines, each with its level. Thread-safe. */
public final class Lines implements System.Logger {
    public final List<String> lines = new CopyOnWriteArrayList<>();

    @Override
    public String getName() {
        return "lines";
    }

    @Override
    public boolean isLoggable(Level level) {
        return true;
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String line, Throwable thrown) {
        lines.add(level + " " + line);
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String line, Object... parameters) {
        lines.add(level + " " + line);
    }
}
