package io.tellask.cli;

/** What the name of a file says about its contents. */
final class FileKind {
    private FileKind() {}

    static boolean isCsv(String file) {
        return file.endsWith(".csv") || file.endsWith(".csv.gz");
    }
}
