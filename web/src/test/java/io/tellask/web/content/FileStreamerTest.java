package io.tellask.web.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.http.HttpBody;
import io.tellask.test.Await;
import io.tellask.web.resources.FolderRoot;
import io.tellask.web.resources.Resource;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files sent in parts, to readers of any pace, while they change or not. */
class FileStreamerTest {
    private static final int SIZE = 5 * FileStreamer.CHUNK_BYTES + 17;

    @TempDir
    private Path folder;

    /** Takes a part only when the test lets it. */
    private static final class SlowBody implements HttpBody {
        private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
        private final List<Runnable> tasks = new ArrayList<>();
        private int most;
        private @Nullable Boolean complete;
        private long taken;

        @Override
        public synchronized boolean write(byte[] bytes) {
            waiting.add(bytes);
            most = Math.max(most, waiting.size());
            return false;
        }

        synchronized boolean take() {
            byte[] part = waiting.poll();
            if (part == null) {
                return false;
            }
            taken += part.length;
            List.copyOf(tasks).forEach(Runnable::run);
            tasks.clear();
            return true;
        }

        @Override
        public synchronized boolean isWritable() {
            return waiting.isEmpty();
        }

        @Override
        public synchronized void whenWritable(Runnable task) {
            if (waiting.isEmpty() || complete != null) {
                task.run();
            } else {
                tasks.add(task);
            }
        }

        @Override
        public synchronized void end() {
            complete = true;
        }

        @Override
        public synchronized void abort() {
            complete = false;
            List.copyOf(tasks).forEach(Runnable::run);
        }

        @Override
        public synchronized boolean isEnded() {
            return complete != null;
        }

        synchronized @Nullable Boolean outcome() {
            return complete;
        }
    }

    private Resource file() throws IOException {
        byte[] bytes = new byte[SIZE];
        new Random(1).nextBytes(bytes);
        Files.write(folder.resolve("a.bin"), bytes);
        Resource found = new FolderRoot(1, folder).find("/a.bin");
        assertThat(found).isNotNull();
        return found;
    }

    private static Thread send(SlowBody body, Resource file, boolean unchanged) {
        var pieces = List.of(new ContentSender.Piece(new byte[0], new ByteRanges.Part(0, file.size() - 1)));
        return Thread.ofVirtual().start(() -> new FileStreamer(body, file, () -> unchanged).send(pieces));
    }

    @Test
    void nothingIsReadAheadOfAReaderThatIsSlow() throws Exception {
        SlowBody body = new SlowBody();
        Thread sender = send(body, file(), true);
        Await.until("all is sent", () -> {
            body.take();
            return !sender.isAlive();
        });
        assertThat(body.outcome()).isTrue();
        assertThat(body.taken
                        + body.waiting.stream().mapToLong(part -> part.length).sum())
                .isEqualTo(SIZE);
        assertThat(body.most).isEqualTo(1);
    }

    /** What waits is with the body, which counts it: thousands of slow readers must not make the heap hold more. */
    @Test
    void nothingIsReadWhileTheReaderTakesNothing() throws Exception {
        AtomicLong read = new AtomicLong();
        SlowBody body = new SlowBody();
        Thread sender = send(body, new Counted(file(), read), true);
        Await.until(
                "it waits",
                () -> read.get() > 0
                        && (sender.getState() == Thread.State.WAITING
                                || sender.getState() == Thread.State.TIMED_WAITING));
        assertThat(read.get()).isEqualTo(FileStreamer.CHUNK_BYTES);
        body.abort();
        sender.join();
    }

    /** Counts what is read of a file. */
    private record Counted(Resource of, AtomicLong read) implements Resource {
        @Override
        public String path() {
            return of.path();
        }

        @Override
        public long size() {
            return of.size();
        }

        @Override
        public long modifiedMillis() {
            return of.modifiedMillis();
        }

        @Override
        public String root() {
            return of.root();
        }

        @Override
        public byte[] bytes() {
            return of.bytes();
        }

        @Override
        public InputStream open() {
            return new FilterInputStream(of.open()) {
                @Override
                public byte[] readNBytes(int count) throws IOException {
                    byte[] bytes = in.readNBytes(count);
                    read.addAndGet(bytes.length);
                    return bytes;
                }
            };
        }
    }

    @Test
    void anAnswerOfAFileThatChangedBreaksOff() throws Exception {
        SlowBody body = new SlowBody();
        Thread sender = send(body, file(), false);
        Await.until("it breaks off", () -> {
            body.take();
            return !sender.isAlive();
        });
        assertThat(body.outcome()).isFalse();
        assertThat(body.taken).as("the last part is held back").isLessThan(SIZE);
    }

    @Test
    void anAnswerOfAFileThatGotShorterBreaksOff() throws Exception {
        Resource file = file();
        Files.write(folder.resolve("a.bin"), new byte[FileStreamer.CHUNK_BYTES + 1]);
        SlowBody body = new SlowBody();
        Thread sender = send(body, file, true);
        Await.until("it breaks off", () -> {
            body.take();
            return !sender.isAlive();
        });
        assertThat(body.outcome()).isFalse();
    }

    @Test
    void anAnswerOfAFileThatIsGoneBreaksOff() throws Exception {
        Resource file = file();
        Files.delete(folder.resolve("a.bin"));
        SlowBody body = new SlowBody();
        send(body, file, true).join();
        assertThat(body.outcome()).isFalse();
    }

    @Test
    void theSenderEndsWithItsReader() throws Exception {
        SlowBody body = new SlowBody();
        Thread sender = send(body, file(), true);
        Await.until("it waits", () -> !body.isWritable());
        body.abort();
        sender.join();
        assertThat(body.most).isEqualTo(1);
    }
}
