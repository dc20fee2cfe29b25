package io.tellask.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Promise;
import io.tellask.remote.Directory.PublishedMethod;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PublishedMethodsTest {
    interface Watcher {
        void changed(String key);
    }

    record Watched(Watcher watcher) {}

    interface Kept extends Spore<Watched, Integer> {}

    interface Table {
        Promise<Integer> scan(Spore<Watched, Integer> spore);

        void keep(Kept spore);
    }

    @Test
    void sporesAreNoContractsAndWhatTheyTakeIs() {
        assertThat(PublishedMethods.of(Map.of("table", Table.class)))
                .extracting(PublishedMethod::contract)
                .containsExactlyInAnyOrder(Table.class.getName(), Table.class.getName(), Watcher.class.getName());
    }
}
