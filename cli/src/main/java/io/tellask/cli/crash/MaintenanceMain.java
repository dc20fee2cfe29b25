package io.tellask.cli.crash;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;

/**
 * The process that looks after a store and is killed at it. It begins when a byte comes over its standard input, and says over its standard
 * output, in words of 8 bytes, twice the number of each turn that it begins, and one more when that is complete.
 */
final class MaintenanceMain {
    private MaintenanceMain() {}

    /** Arguments: directory and moment. */
    public static void main(String[] arguments) throws IOException {
        MaintenanceTask task =
                Objects.requireNonNull(MaintenanceTask.of(CrashMoment.valueOf(arguments[1]), Path.of(arguments[0])));
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        if (System.in.read() < 0) {
            return;
        }
        for (int turn = 0; turn < task.turns(); turn++) {
            tell(out, turn * 2L);
            task.run(turn);
            tell(out, turn * 2L + 1);
        }
        int _ = System.in.read();
    }

    private static void tell(FileOutputStream out, long word) throws IOException {
        out.write(ByteBuffer.allocate(Long.BYTES).putLong(word).array());
    }
}
