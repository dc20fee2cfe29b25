package io.tellask.kv;

import java.time.Instant;

/**
 * A backup that a member of a group wrote: all maps as of one moment.
 *
 * @param folder where it is, at the member's machine
 * @param index of a command that it has, with all before it; it may have later ones
 * @param time when it was taken
 * @param files how many files it has
 * @param bytes size of all of them
 */
public record GroupBackup(String folder, long index, Instant time, int files, long bytes) {}
