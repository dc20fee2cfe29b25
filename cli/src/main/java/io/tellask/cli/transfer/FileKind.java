package io.tellask.cli.transfer;

/** What the name of a file says about its contents. */
record FileKind(boolean csv, boolean packed) {
    static FileKind of(String name) {
        return new FileKind(name.endsWith(".csv") || name.endsWith(".csv.gz"), name.endsWith(".gz"));
    }
}
