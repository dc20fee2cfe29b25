package io.tellask.console;

/**
 * What the process takes of its machine; sizes in bytes.
 *
 * @param heapUsed objects, dead ones included that were not collected yet
 * @param heapCommitted what the heap has of the system's memory
 * @param heapMax what it may have
 * @param nonHeapUsed code and classes
 * @param directBytes buffers outside of the heap, files mapped into memory left out
 * @param peerHeldBytes what peers make the process hold
 * @param peerLimitBytes what they may
 * @param processors how many the process may use
 * @param cpuMillis processor time of the process since it began
 * @param machineLoad share of the machine's processors that is busy, 0 to 1; negative where it is not known
 * @param threads that live
 * @param pauses of the garbage collector since the process began
 * @param pauseMillis how long they took together
 */
public record ProcessSample(
        long heapUsed,
        long heapCommitted,
        long heapMax,
        long nonHeapUsed,
        long directBytes,
        long peerHeldBytes,
        long peerLimitBytes,
        int processors,
        long cpuMillis,
        double machineLoad,
        int threads,
        long pauses,
        long pauseMillis) {}
