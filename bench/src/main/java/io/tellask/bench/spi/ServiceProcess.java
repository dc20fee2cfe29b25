package io.tellask.bench.spi;

import java.lang.ref.Reference;

/** The frame of a contender's receiving process: opens its service, reports the port, and answers with its usage. */
public final class ServiceProcess {
    /** Opens a service for a case on a free loopback port. */
    public interface Opening {
        Service open(Case workload) throws Exception;
    }

    private ServiceProcess() {}

    /** Runs until standard input ends. Argument: the case's label. */
    public static void run(String[] args, Opening opening) throws InterruptedException {
        try {
            serve(opening.open(Case.of(args[0])));
        } catch (Exception e) {
            Commands.fail(e);
        }
    }

    /** Serves the bench's commands for a service that is open, until standard input ends. */
    public static void serve(Service service) throws InterruptedException {
        Usage start = Usage.now();
        Commands.serve("port " + service.port(), words -> {
            Usage used = Usage.now().since(start);
            return "used " + used.cpuNanos() + " " + used.writtenBytes();
        });
        Reference.reachabilityFence(service);
    }
}
