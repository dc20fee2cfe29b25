package io.tellask.examples.shelf;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.store.DurableMap;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotebookTest {
    @TempDir
    private Path folder;

    @Test
    void renamesOnlyToATitleThatIsFree() {
        try (DurableMap<String, Note> notes = DurableMap.open(folder, String.class, Note.class)) {
            Note milk = new Note("milk", Instant.EPOCH);
            Note call = new Note("call Ada", Instant.EPOCH);
            notes.put("shopping", milk);
            notes.put("today", call);

            assertThat(Notebook.rename(notes, "shopping", "today")).isFalse();
            assertThat(Notebook.rename(notes, "missing", "new")).isFalse();
            assertThat(Notebook.rename(notes, "shopping", "market")).isTrue();

            assertThat(notes.get("shopping")).isNull();
            assertThat(notes.get("market")).isEqualTo(milk);
            assertThat(notes.get("today")).isEqualTo(call);
        }
    }

    @Test
    void keepsWhatWasWrittenByAnEarlierRun() {
        Notebook.main(new String[] {folder.toString(), "write", "today", "call Ada"});

        try (DurableMap<String, Note> notes = DurableMap.open(folder, String.class, Note.class)) {
            assertThat(notes.get("today")).extracting(Note::text).isEqualTo("call Ada");
        }
    }
}
