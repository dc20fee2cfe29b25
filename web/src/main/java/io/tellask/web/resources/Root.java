package io.tellask.web.resources;

import java.util.List;

/** A place where files are searched. Thread-safe. */
public sealed interface Root extends Resources permits FolderRoot, ClassPathRoot, GivenFiles {
    /** Its number and kind, for messages: {@code 1: folder pages}. */
    String name();

    /** The import maps of packages that are in it, in their order; each a text in JSON. */
    List<byte[]> importMaps();
}
