package io.tellask.cluster.aeron;

import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.ArchiveException;
import io.aeron.cluster.RecordingLog;
import io.tellask.text.SafeLog;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.agrona.collections.MutableLong;
import org.agrona.concurrent.NoOpLock;

/**
 * Gives back the space of what no member needs any more: entries of the log before the snapshots that all members have told they have, in whole
 * segments, and snapshots but for the last two. Where a member is away, entries since its last snapshot stay: Aeron sends no snapshots, so it
 * catches up by entries alone. Used by one thread.
 */
final class LogPurge implements AutoCloseable {
    private static final Logger LOG = System.getLogger("io.tellask.cluster");
    private static final int KEPT_SNAPSHOTS = 2;

    private final Path clusterFolder;
    private final AeronArchive archive;
    private long seenTaken = -1;
    private long seenLeast = -1;
    private long ownPosition;

    LogPurge(Aeron aeron, AeronArchive.Context archive, Path clusterFolder) {
        this.clusterFolder = clusterFolder;
        this.archive =
                AeronArchive.connect(archive.aeron(aeron).ownsAeronClient(false).lock(NoOpLock.INSTANCE));
    }

    /** Position in the log up to which the last snapshot of this member goes; 0 where there is none. */
    long position() {
        return ownPosition;
    }

    /**
     * Looks again where something has changed.
     *
     * @param taken snapshots of this member since it began
     * @param least position up to which all members have snapshots, as far as they told; 0 where one of them has not
     */
    int work(long taken, long least) {
        if (taken == seenTaken && least == seenLeast) {
            return 0;
        }
        seenTaken = taken;
        seenLeast = least;
        try (RecordingLog entries = new RecordingLog(clusterFolder.toFile(), false)) {
            purge(entries, least);
        } catch (IOException | RuntimeException failure) { // the next snapshot comes with another try
            SafeLog.log(
                    LOG,
                    Level.WARNING,
                    "cluster: what no member needs of a log was not deleted: ",
                    clusterFolder,
                    failure);
        }
        return 1;
    }

    private void purge(RecordingLog entries, long least) throws IOException {
        List<RecordingLog.Entry> snapshots = entries.entries().stream()
                .filter(each -> each.isValid && each.type == RecordingLog.ENTRY_TYPE_SNAPSHOT)
                .toList();
        TreeSet<Long> positions = new TreeSet<>();
        snapshots.forEach(each -> positions.add(each.logPosition));
        if (positions.isEmpty()) {
            return;
        }
        ownPosition = positions.last();
        while (positions.size() > KEPT_SNAPSHOTS) {
            positions.removeFirst();
        }
        for (RecordingLog.Entry each : snapshots) {
            if (each.logPosition < positions.first() && isThere(each.recordingId)) {
                archive.purgeRecording(each.recordingId);
            }
        }
        purgeLog(entries.findLastTermRecordingId(), Math.min(least, positions.first()));
    }

    private boolean isThere(long recording) {
        return archive.listRecording(
                        recording,
                        (session,
                                correlation,
                                id,
                                started,
                                stopped,
                                start,
                                stop,
                                initial,
                                segment,
                                term,
                                mtu,
                                its,
                                stream,
                                stripped,
                                original,
                                source) -> {})
                > 0;
    }

    private void purgeLog(long recording, long needed) {
        MutableLong start = new MutableLong();
        MutableLong first = new MutableLong();
        archive.listRecording(
                recording,
                (session,
                        correlation,
                        id,
                        started,
                        stopped,
                        from,
                        stop,
                        initial,
                        segment,
                        term,
                        mtu,
                        its,
                        stream,
                        stripped,
                        original,
                        source) -> {
                    start.set(from);
                    first.set(AeronArchive.segmentFileBasePosition(from, Math.max(from, needed), term, segment));
                });
        if (first.get() <= start.get()) {
            return;
        }
        try {
            archive.purgeSegments(recording, first.get());
        } catch (ArchiveException busy) { // somebody who catches up reads it
            LOG.log(Level.DEBUG, "cluster: entries that are read were not deleted");
        }
    }

    @Override
    public void close() {
        archive.close();
    }
}
