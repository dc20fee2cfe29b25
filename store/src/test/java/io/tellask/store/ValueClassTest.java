package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.FormerName;
import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store remembers the class of its values, and refuses one that does not fit. */
class ValueClassTest {
    @TempDir
    Path directory;

    record User(String name) {}

    record Other(int number) {}

    @FormerName("io.tellask.store.ValueClassTest$User")
    record Person(String name) {}

    record Human(String name) {}

    sealed interface Shape permits Circle, Square {}

    record Circle(int radius) implements Shape {}

    record Square(int side) implements Shape {}

    private <V> DurableMap<String, V> open(Class<V> type) {
        return DurableMap.open(directory, String.class, type);
    }

    private <V> void create(Class<V> type, V value) {
        try (DurableMap<String, V> map = open(type)) {
            map.put("k", value);
        }
    }

    private void assertRefused(Class<?> type) {
        assertThatThrownBy(() -> open(type))
                .isInstanceOf(StoreTypeException.class)
                .hasMessageContaining("ValueClassTest$User")
                .hasMessageContaining(type.getName())
                .hasMessageContaining("changeValueClass()");
    }

    @Test
    void refusesAClassThatDoesNotFit() {
        create(User.class, new User("Ada"));
        assertRefused(Other.class);
        assertRefused(Integer.class);
        try (DurableMap<String, User> map = open(User.class)) {
            assertThat(map.get("k")).isEqualTo(new User("Ada"));
        }
    }

    @Test
    void refusesOtherKeysWithTheClassOfTheValues() {
        open(User.class).close();
        assertThatThrownBy(() -> DurableMap.open(directory, Long.class, User.class))
                .isInstanceOf(StoreTypeException.class)
                .hasMessageStartingWith("store: directory=" + directory + " holds keys=string, values=codec of class="
                        + User.class.getName() + ", opened with keys=int64, values=codec;");
    }

    @Test
    void refusesAClassThatDoesNotFitForAnEmptyMap() {
        open(User.class).close();
        assertRefused(Other.class);
    }

    @Test
    void refusesAClassThatDoesNotFitWhereTheRightOneIsNotThere() throws IOException {
        create(User.class, new User("Ada"));
        remember("app.Gone");
        assertThatThrownBy(() -> open(Other.class))
                .isInstanceOf(StoreTypeException.class)
                .hasMessageContaining("class=app.Gone");
    }

    private void remember(String name) throws IOException {
        StoreIdentity identity = StoreIdentity.read(directory);
        assertThat(identity).isNotNull();
        identity.withValueClass(name).write(directory, new StoreFiles());
    }

    @Test
    void takesClassesAboveAndBelow() {
        create(Shape.class, new Circle(1));
        open(Object.class).close();
        open(Circle.class).close();
        try (DurableMap<String, Shape> map = open(Shape.class)) {
            assertThat(map.get("k")).isEqualTo(new Circle(1));
        }
    }

    @Test
    void takesARenamedClass() {
        create(User.class, new User("Ada"));
        try (DurableMap<String, Person> map = open(Person.class)) {
            assertThat(map.get("k")).isEqualTo(new Person("Ada"));
        }
    }

    @Test
    void takesAClassThatTheCodecReadsUnderAnotherName() {
        create(User.class, new User("Ada"));
        Codec codec = Codec.builder().rename(User.class.getName(), Human.class).build();
        try (DurableMap<String, Human> map = DurableMap.builder(directory, String.class, Human.class)
                .codec(codec)
                .open()) {
            assertThat(map.get("k")).isEqualTo(new Human("Ada"));
        }
    }

    @Test
    void takesAnInterfaceThatWasRenamed() throws IOException {
        create(Shape.class, new Square(2));
        remember("app.Figure");
        try (DurableMap<String, Shape> map = open(Shape.class)) {
            assertThat(map.get("k")).isEqualTo(new Square(2));
        }
    }

    @Test
    void changesTheClassWhereAsked() {
        create(User.class, new User("Ada"));
        DurableMap.builder(directory, String.class, Other.class)
                .changeValueClass()
                .open()
                .close();
        open(Other.class).close();
        assertThatThrownBy(() -> open(Integer.class)).hasMessageContaining("ValueClassTest$Other");
    }

    @Test
    void takesAnyClassForAStoreThatRemembersNone() throws IOException {
        create(User.class, new User("Ada"));
        remember("");
        assertThatCode(() -> open(Other.class).close()).doesNotThrowAnyException();
    }

    @Test
    void restoredBackupsRemember(@TempDir Path elsewhere) {
        create(User.class, new User("Ada"));
        StoreBackup _ = StoreBackup.create(
                directory, elsewhere.resolve("backup"), StoreBackup.Options.COPY, StoreProgress.NONE);
        StoreBackup _ =
                StoreBackup.restore(elsewhere.resolve("backup"), elsewhere.resolve("again"), StoreProgress.NONE);
        for (Class<?> other : List.of(Other.class, Integer.class)) {
            assertThatThrownBy(() -> DurableMap.open(elsewhere.resolve("again"), String.class, other))
                    .isInstanceOf(StoreTypeException.class);
        }
    }
}
