package io.tellask.remote;

import io.tellask.actor.Promise;
import java.util.List;

/**
 * How a server is, for load balancers and tools: found under {@link #PUBLISHED_NAME} where {@link Server.Builder#publishHealth} was called, or
 * where the application published an actor of its own under that name, which knows more.
 */
public interface Health {
    /** The name that it is published under. */
    String PUBLISHED_NAME = "tellask.health";

    /** How the server is now; no answer in time says that it is not well either. */
    Promise<Report> report();

    /**
     * How a server is.
     *
     * @param problems why it should get no new clients now, a sentence each; none if it is healthy
     */
    record Report(List<String> problems) {
        public Report {
            problems = List.copyOf(problems);
        }

        /** Whether it should get new clients. */
        public boolean isHealthy() {
            return problems.isEmpty();
        }
    }
}
