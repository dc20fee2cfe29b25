package io.tellask.bench.spi;

/** The frame of a contender's serving process: opens the service and reports its port. Runs until standard input ends. */
public final class ServiceProcess {
    /** Opens a service for a case on a free loopback port, which it returns. */
    public interface Opening {
        int open(String label) throws Exception;
    }

    private ServiceProcess() {}

    /** Arguments: the case's label, the contender. */
    public static void run(String[] args, Opening opening) throws InterruptedException {
        try {
            Commands.serve("port " + opening.open(args[0]), words -> "");
        } catch (Exception e) {
            Commands.fail(e);
        }
    }
}
