package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.offline.BackupSource;
import io.tellask.store.offline.ClosedStore;
import io.tellask.store.segment.LogExtent;
import io.tellask.store.segment.LogSegment;
import io.tellask.store.segment.SegmentPreparer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup whose thread stands still while the map goes on and seals the segments that it is looking at. */
class BackupSourceTest {
    private static final int WRITTEN = 0;
    private static final int COUNT = 3;
    private static final int RECORDS = 10;
    private static final int END = 1024;

    @TempDir
    private Path directory;

    private final List<LogSegment> segments = new ArrayList<>();
    private final StoreFiles files = new StoreFiles();

    private StoreIdentity store() throws IOException {
        try (DurableMap<String, String> map = DurableMap.open(directory.resolve("store"), String.class, String.class)) {
            map.put("a", "b");
        }
        StoreIdentity identity = ClosedStore.identity(directory.resolve("store"));
        for (int i = 0; i < COUNT; i++) {
            SegmentLayout.Header header =
                    new SegmentLayout.Header(identity.id(), i, 0, 4096, 1 + (long) i * RECORDS, WRITTEN);
            Path file = SegmentPreparer.file(directory, i);
            Files.write(file, new byte[4096]);
            LogSegment segment = new LogSegment(files, file, file, header);
            SegmentLayout.writeHeader(segment.bytes, header);
            segment.end = END;
            segment.records = RECORDS;
            segments.add(segment);
        }
        return identity;
    }

    @AfterEach
    void unmap() {
        segments.forEach(LogSegment::close);
    }

    private void sealAll(long recordsOfLast) {
        for (LogSegment segment : segments) {
            long records = segment == segments.getLast() ? recordsOfLast : RECORDS;
            segment.lastSequence = segment.baseSequence + records - 1;
            SegmentLayout.writeFooter(
                    segment.bytes,
                    segment.number,
                    new SegmentLayout.Footer(segment.end, records, segment.lastSequence, 0));
            segment.seal();
        }
    }

    /** The segments of a map that seals all of them when one is taken from the list. */
    private List<LogSegment> sealedAtTheLookAt(int index, long recordsOfLast) {
        return new AbstractList<>() {
            @Override
            public LogSegment get(int asked) {
                if (asked == index) {
                    sealAll(recordsOfLast);
                }
                return segments.get(asked);
            }

            @Override
            public int size() {
                return segments.size();
            }
        };
    }

    private List<Boolean> sealedPieces(StoreIdentity identity, int index, long recordsOfLast) {
        LogExtent extent = new LogExtent(sealedAtTheLookAt(index, recordsOfLast), END, 1 + (long) COUNT * RECORDS, 0);
        try (BackupSource source = BackupSource.of(directory, identity, extent)) {
            return source.pieces().stream().map(piece -> piece.mark() != 0).toList();
        }
    }

    @Test
    void holdsNoOpenSegmentBeforeASealedOne() throws IOException {
        assertThat(sealedPieces(store(), 1, RECORDS)).containsExactly(true, true, false);
    }

    @Test
    void holdsNothingThatWasWrittenBehindItsEnd() throws IOException {
        assertThat(sealedPieces(store(), 2, RECORDS + 1L)).containsExactly(true, true, false);
    }
}
