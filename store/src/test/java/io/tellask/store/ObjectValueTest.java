package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.layout.RecordLayout;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjectValueTest {
    @TempDir
    Path directory;

    static final class User implements Serializable {
        String uid;
        String firstName;
        String name;
        long lastLogin;
        ArrayList<String> friends;

        User(int i) {
            uid = "u" + i;
            firstName = "First" + i;
            name = "Name" + i;
            lastLogin = 1_700_000_000_000L + i;
            friends = new ArrayList<>(List.of("u" + (i - 1), "u" + (i + 1)));
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof User user
                    && uid.equals(user.uid)
                    && firstName.equals(user.firstName)
                    && name.equals(user.name)
                    && lastLogin == user.lastLogin
                    && friends.equals(user.friends);
        }

        @Override
        public int hashCode() {
            return Objects.hash(uid, firstName, name, lastLogin, friends);
        }
    }

    @Test
    void storesObjectsAndReadsThemAfterReopening() {
        try (DurableMap<String, User> users = DurableMap.open(directory, String.class, User.class)) {
            for (int i = 0; i < 100; i++) {
                users.put("u" + i, new User(i));
            }
            assertThat(users.get("u7")).isEqualTo(new User(7));
        }
        try (DurableMap<String, User> users = DurableMap.open(directory, String.class, User.class)) {
            assertThat(users.get("u42")).isEqualTo(new User(42));
            users.put("u100", new User(100));
        }
        try (DurableMap<String, User> users = DurableMap.builder(directory, String.class, User.class)
                .verifyOnOpen(true)
                .open()) {
            assertThat(users.size()).isEqualTo(101);
            users.forEach((uid, user) -> assertThat(user.uid).isEqualTo(uid));
        }
    }

    @Test
    void keepsAUserWithinAHundredBytes() {
        try (DurableMap<String, User> users = DurableMap.open(directory, String.class, User.class)) {
            users.put("u1000", new User(1000));
            assertThat(users.getBytes("u1000").length).isLessThan(100);
        }
    }

    @Test
    void writesEachSchemaOnce() {
        try (DurableMap<String, User> users = DurableMap.open(directory, String.class, User.class)) {
            users.put("u1", new User(1));
        }
        long before;
        try (DurableMap<String, User> users = DurableMap.open(directory, String.class, User.class)) {
            before = users.statistics().logBytes();
            users.put("u1", new User(1));
            long added = users.statistics().logBytes() - before;
            assertThat(added)
                    .isEqualTo(RecordLayout.alignedBytes(RecordLayout.HEADER + 2 + users.getBytes("u1").length));
        }
    }

    @Test
    void refusesValueTypesThatCannotBeEncoded() {
        assertThatThrownBy(() -> DurableMap.open(directory, String.class, Thread.class))
                .isInstanceOf(StoreTypeException.class)
                .hasMessageContaining("java.lang.Thread");
    }
}
