package io.tellask.struct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrays off the heap and in files, and lists that grow. */
class StructArrayTest {
    interface Other {
        long id();
    }

    private final StructType<PriceUpdate> type = StructType.of(PriceUpdate.class);

    @Test
    void binarySearchFindsEachKeyAndThePlaceOfEachMissingOne() {
        for (int length = 0; length < 20; length++) {
            try (StructArray<PriceUpdate> array = StructArray.allocate(type, length)) {
                for (int i = 0; i < length; i++) {
                    array.view(i).instrument().id(10L * i);
                }
                PriceUpdate view = type.allocate();
                for (int i = 0; i < length; i++) {
                    long found = array.binarySearch(
                            view, update -> update.instrument().id(), 10L * i);
                    assertThat(found).isEqualTo(i);
                    assertThat(view.instrument().id()).isEqualTo(10L * i);
                }
                for (int i = 0; i <= length; i++) {
                    long missing = 10L * i - 5;
                    long found = array.binarySearch(
                            view, update -> Long.compare(update.instrument().id(), missing));
                    assertThat(found).isEqualTo(-1 - i);
                }
            }
        }
    }

    @Test
    void indexesAndLengthsOutsideAreRefused() {
        try (StructArray<PriceUpdate> array = StructArray.allocate(type, 3)) {
            PriceUpdate view = array.view(2);
            view.quantity(5);
            bounds(() -> array.move(view, 3), "index=3, limit=2");
            bounds(() -> array.view(-1), "index=-1, limit=2");
            assertThat(view.quantity()).isEqualTo(5);
        }
        bounds(() -> StructArray.allocate(type, -1), "length=-1");
        bounds(() -> StructArray.allocate(type, Long.MAX_VALUE / 32), "length=288230376151711743, limit=");
        bounds(
                () -> StructArray.over(type, MemorySegment.ofArray(new byte[33])),
                "memory=33 bytes, limit=multiple of 32");
        assertThat(StructArray.over(type, MemorySegment.ofArray(new byte[64])).length())
                .isEqualTo(2);
    }

    @Test
    void closedArrayCannotBeRead() {
        StructArray<PriceUpdate> array = StructArray.allocate(type, 3);
        PriceUpdate view = array.view(0);
        array.close();
        array.close();
        assertThatThrownBy(view::quantity).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void fileKeepsItsStructs(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("prices");
        try (StructArray<PriceUpdate> array = StructArray.create(type, file, 1_000)) {
            array.view(999).quantity(77);
            array.force();
        }
        try (StructArray<PriceUpdate> array = StructArray.open(type, file)) {
            assertThat(array.length()).isEqualTo(1_000);
            array.view(0).quantity(11);
        }
        try (StructArray<PriceUpdate> array = StructArray.openReadOnly(type, file)) {
            assertThat(array.view(999).quantity()).isEqualTo(77);
            assertThat(array.view(0).quantity()).isEqualTo(11);
            assertThatThrownBy(() -> array.view(0).quantity(12)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(Files.size(file)).isEqualTo(StructArray.HEADER_BYTES + 32_000L);
        assertThatThrownBy(() -> StructArray.create(type, file, 1)).isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void fileOfAnotherLayoutOrOfNoStructsIsRefused(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("prices");
        StructArray.create(type, file, 10).close();
        layout(StructType.of(Other.class), file, "digest=75970532b7f1244e, limit=");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
        layout(type, file, "length=10 structs of 32 bytes, limit=319 bytes behind the header");
        Files.write(file, Arrays.copyOf(bytes, 63));
        layout(type, file, "prices of 63 bytes, limit=one that begins with TLKSTRUC");
        bytes[0]++;
        Files.write(file, bytes);
        layout(type, file, "limit=one that begins with TLKSTRUC");
    }

    @Test
    void listGrowsAndItsViewsStay() {
        try (StructList<PriceUpdate> list = new StructList<>(type)) {
            PriceUpdate first = type.allocate();
            list.append(first);
            first.quantity(-1);
            PriceUpdate view = type.allocate();
            int length = 3 * StructList.CHUNK_BYTES / 32 + 1;
            for (int i = 1; i < length; i++) {
                list.append(view);
                assertThat(view.quantity()).isZero();
                view.quantity(i);
            }
            for (int i = 1; i < length; i++) {
                list.move(view, i);
                assertThat(view.quantity()).isEqualTo(i);
            }
            assertThat(first.quantity()).isEqualTo(-1);
            bounds(() -> list.move(view, length), "index=" + length + ", limit=" + (length - 1));

            list.truncate(1);
            list.appendCopy(first);
            assertThat(list.view(1).quantity()).isEqualTo(-1);
            list.append(view);
            assertThat(view.quantity()).isZero();
            bounds(() -> list.truncate(4), "length=4, limit=3");
        }
    }

    private static void layout(StructType<?> type, Path file, String message) {
        assertThatExceptionOfType(StructLayoutException.class)
                .isThrownBy(() -> StructArray.open(type, file))
                .withMessageContaining(message);
    }

    private static void bounds(Runnable code, String message) {
        assertThatExceptionOfType(StructBoundsException.class)
                .isThrownBy(code::run)
                .withMessageContaining(message);
    }

    @Test
    void fileThatTheDiskHasNoRoomForIsNotMade(@TempDir Path folder) {
        Path file = folder.resolve("much");

        assertThatThrownBy(() -> StructArray.create(type, file, 1L << 55))
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining("room on the disk=");
        assertThat(file).doesNotExist();
    }

    @Test
    void manyThreadsMayCloseAtOnce() throws Exception {
        for (int round = 0; round < 100; round++) {
            StructArray<PriceUpdate> array = StructArray.allocate(type, 10);
            try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
                List<Future<?>> closing = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    closing.add(threads.submit(array::close));
                }
                for (Future<?> each : closing) {
                    each.get();
                }
            }
            assertThatThrownBy(() -> array.view(0).quantity()).isInstanceOf(IllegalStateException.class);
        }
    }
}
