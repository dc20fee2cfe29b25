package io.tellask.actor;

import io.tellask.actor.SideBySide.Fault;
import io.tellask.text.SafeText;
import java.util.List;

/** A system could not be {@linkplain Startup started}. Its cause is what the first task failed with; those of others are suppressed. */
public final class StartupException extends RuntimeException {
    private StartupException(String message) {
        super(SafeText.message(message));
    }

    static StartupException of(String system, Phase phase, List<Fault> faults) {
        if (faults.isEmpty()) {
            return new StartupException(
                    "start: system=" + system + " closes, phase=" + phase + "; start another system");
        }
        StartupException failed = new StartupException("start: system=" + system + ", "
                + faults.getFirst().task().title() + ", failed tasks=" + faults.size()
                + "; the system was closed, see the causes");
        failed.initCause(faults.getFirst().failure());
        faults.stream().skip(1).map(Fault::failure).forEach(failed::addSuppressed);
        return failed;
    }
}
