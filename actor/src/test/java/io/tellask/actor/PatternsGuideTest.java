package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.pattern.Debounce;
import io.tellask.actor.pattern.KeyedTasks;
import io.tellask.actor.pattern.Stash;
import io.tellask.actor.pattern.StateMachine;
import io.tellask.actor.pattern.Throttle;
import io.tellask.test.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The code of {@code docs/PATTERNS.md}, compiled and run; each of the page's Java blocks stands in this file, word for word. */
class PatternsGuideTest {
    private static final List<String> SEEN = new CopyOnWriteArrayList<>();

    public interface Storage {
        Promise<String> put(String user, String file);
    }

    public interface Uploads {
        Promise<String> upload(String user, String file);
    }

    static final class UploadsActor implements Uploads {
        private final Storage storage;

        UploadsActor(Storage storage) {
            this.storage = storage;
        }

        private final KeyedTasks<String> uploads = new KeyedTasks<>(8);

        @Override
        public Promise<String> upload(String user, String file) {
            return uploads.submit(user, () -> storage.put(user, file));
        }
    }

    public interface Mails {
        Promise<Void> mail(String text);
    }

    static final class MailsActor implements Mails {
        private final List<String> sent = SEEN;

        private final Throttle mails = new Throttle(10, Duration.ofMinutes(1), 3, 100);

        @Override
        public Promise<Void> mail(String text) {
            return mails.acquire().thenRun(() -> sent.add(text));
        }
    }

    public interface Editor {
        void type(String more);
    }

    static final class EditorActor implements Editor {
        private final List<String> saved = SEEN;
        private String text = "";

        private final Debounce saving =
                Debounce.trailing(Duration.ofMillis(200), Duration.ofSeconds(2), () -> saved.add(text));

        @Override
        public void type(String more) {
            text += more;
            saving.signal();
        }
    }

    enum Door {
        OPEN,
        CLOSED
    }

    enum Deed {
        PULL,
        PUSH
    }

    public interface House {
        Promise<Boolean> pull();
    }

    static final class HouseActor implements House {
        private final List<String> log = SEEN;

        private final StateMachine<Door, Deed> door = StateMachine.of(Door.CLOSED, Deed.class)
                .on(Door.CLOSED, Deed.PULL, Door.OPEN)
                .on(Door.OPEN, Deed.PUSH, Door.CLOSED, () -> log.add("bang"))
                .after(Door.OPEN, Duration.ofSeconds(30), Door.CLOSED);

        @Override
        public Promise<Boolean> pull() {
            return Promise.of(door.fire(Deed.PULL) == Door.OPEN);
        }
    }

    public interface Library {
        Promise<String> lend(String book);

        void open();
    }

    static final class LibraryActor implements Library {
        private final Stash stash = new Stash();
        private boolean open;

        @Override
        public Promise<String> lend(String book) {
            if (!open) {
                return stash.defer(() -> lend(book));
            }
            return Promise.of("lent " + book);
        }

        @Override
        public void open() {
            open = true;
            stash.unstashAll();
        }
    }

    @Test
    void allOfThemRun() {
        try (ActorSystem system = ActorSystem.create()) {
            SEEN.clear();
            Storage storage = system.spawn(Storage.class, () -> (user, file) -> Promise.of(user + "/" + file));
            Uploads uploads = system.spawn(Uploads.class, () -> new UploadsActor(storage));
            assertThat(uploads.upload("ann", "a.txt").join()).isEqualTo("ann/a.txt");
            system.spawn(Mails.class, MailsActor::new).mail("hello").join();
            assertThat(SEEN).containsExactly("hello");
            assertThat(system.spawn(House.class, HouseActor::new).pull().join()).isTrue();
            Library library = system.spawn(Library.class, LibraryActor::new);
            Promise<String> lent = library.lend("Emma");
            library.open();
            assertThat(lent.join()).isEqualTo("lent Emma");
            Editor editor = system.spawn(Editor.class, EditorActor::new);
            editor.type("tell");
            editor.type("ask");
            Await.until("the text is saved", () -> SEEN.contains("tellask"));
        }
    }

    @Test
    void everyJavaBlockOfThePageStandsHere() throws IOException {
        String page = Files.readString(Path.of("../docs/PATTERNS.md"));
        String here = words(Files.readString(Path.of("src/test/java/io/tellask/actor/PatternsGuideTest.java")));
        List<String> blocks = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();
        assertThat(blocks).hasSize(5);
        for (String block : blocks) {
            assertThat(here).contains(words(block));
        }
    }

    private static String words(String code) {
        return code.strip().replaceAll("\\s+", " ");
    }
}
