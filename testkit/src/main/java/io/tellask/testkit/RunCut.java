package io.tellask.testkit;

/** Ends a run that would only repeat what others have shown. */
final class RunCut extends RuntimeException {
    private static final long serialVersionUID = 1;

    RunCut() {
        super("the run is cut", null, false, false);
    }
}
