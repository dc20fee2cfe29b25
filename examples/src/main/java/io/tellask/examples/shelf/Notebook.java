package io.tellask.examples.shelf;

import io.tellask.store.DurableMap;
import io.tellask.store.Scan;
import io.tellask.store.Versioned;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;

/** Notes by title, which survive the end of the process. */
public final class Notebook {
    /** The words of each command, at least. */
    private static final Map<String, Integer> COMMANDS = Map.of("write", 4, "read", 3, "rename", 4, "list", 2);

    public static void main(String[] args) {
        if (args.length < 2 || args.length < COMMANDS.getOrDefault(args[1], Integer.MAX_VALUE)) {
            System.err.println(
                    "usage: Notebook DIR (write TITLE TEXT | read TITLE | rename TITLE NEW | list [PREFIX])");
            System.exit(2);
        }
        try (DurableMap<String, Note> notes = DurableMap.open(Path.of(args[0]), String.class, Note.class)) {
            switch (args[1]) {
                case "write" -> notes.put(args[2], new Note(args[3], Instant.now()));
                case "read" -> System.out.println(notes.get(args[2]));
                case "rename" -> System.out.println(rename(notes, args[2], args[3]) ? "renamed" : "not renamed");
                default -> list(notes, args.length > 2 ? args[2] : "");
            }
        }
    }

    /** Moves a note to a title that is free; whatever happens meanwhile, no note is lost or there twice. */
    static boolean rename(DurableMap<String, Note> notes, String title, String newTitle) {
        Versioned<Note> note = notes.getVersioned(title);
        if (note == null) {
            return false;
        }
        return notes.batch()
                .require(title, note.sequence()) // still the note that was read
                .require(newTitle, Versioned.ABSENT) // nothing there yet
                .put(newTitle, note.value())
                .remove(title)
                .commit();
    }

    private static void list(DurableMap<String, Note> notes, String prefix) {
        try (Scan<String, Note> scan = notes.scan(prefix)) {
            while (scan.next()) {
                System.out.println(scan.key() + ": " + scan.value().text());
            }
        }
    }

    private Notebook() {}
}
