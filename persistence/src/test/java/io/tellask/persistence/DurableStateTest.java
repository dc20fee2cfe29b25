package io.tellask.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.codec.FormerName;
import io.tellask.store.Durability;
import io.tellask.test.Await;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DurableStateTest {
    /** Sets texts. */
    public interface Label {
        Promise<String> change(String text);

        Promise<String> changeOnce(String sender, long number, String text);

        Promise<String> text();
    }

    record Text(String text) {}

    /** What {@link Text} became: a field more, and another name. */
    @FormerName("io.tellask.persistence.DurableStateTest$Text")
    record Titled(String text, int size) {}

    record LabelActor(DurableState<Text> state) implements Label {
        static Label spawn(ActorSystem system, Persistence persistence, String name) {
            return system.spawn(
                    Label.class, () -> new LabelActor(persistence.durableState(name, new Text("nothing yet"))));
        }

        @Override
        public Promise<String> change(String text) {
            return state.update(new Text(text)).thenApply(Text::text);
        }

        @Override
        public Promise<String> changeOnce(String sender, long number, String text) {
            return state.updateOnce(sender, number, new Text(text)).thenApply(Text::text);
        }

        @Override
        public Promise<String> text() {
            return state.whenDurable().thenApply(Text::text);
        }
    }

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(Durability.class)
    void newestStateIsThereAgain(Durability durability) {
        for (int opening = 0; opening < 3; opening++) {
            try (Persistence persistence = Persistence.builder(folder, Text.class)
                            .durability(durability)
                            .open();
                    ActorSystem system = ActorSystem.create()) {
                Label label = LabelActor.spawn(system, persistence, "label");
                assertThat(label.text().join()).isEqualTo(opening == 0 ? "nothing yet" : "once" + (opening - 1));
                assertThat(label.change("a").join()).isEqualTo("a");
                assertThat(label.changeOnce("sender", 1 + opening, "once" + opening)
                                .join())
                        .isEqualTo("once" + opening);
                assertThat(label.changeOnce("sender", 1 + opening, "twice").join())
                        .isEqualTo("once" + opening);
            }
        }
    }

    @Test
    void nameHoldsOneKindOfState() {
        try (Persistence persistence = Persistence.open(folder, Text.class, Account.State.class, Account.Event.class);
                ActorSystem system = ActorSystem.create()) {
            system.stop(LabelActor.spawn(system, persistence, "label"));
            system.stop(AccountActor.spawn(system, persistence, "account"));
            Await.until("stopped", () -> system.actors() == 0);
            assertThatThrownBy(() -> AccountActor.spawn(system, persistence, "label"))
                    .isInstanceOf(NameInUseException.class)
                    .hasMessageContaining("open it with durableState");
            assertThatThrownBy(() -> LabelActor.spawn(system, persistence, "account"))
                    .isInstanceOf(NameInUseException.class)
                    .hasMessageContaining("open it with eventSourced");
        }
    }

    @Test
    void classMayChangeAsTheCodecAllows() {
        try (Persistence persistence = Persistence.open(folder, Text.class);
                ActorSystem system = ActorSystem.create()) {
            LabelActor.spawn(system, persistence, "label").change("kept").join();
        }
        try (Persistence persistence = Persistence.open(folder, Titled.class);
                ActorSystem system = ActorSystem.create()) {
            record Reader(DurableState<Titled> state) implements Label {
                @Override
                public Promise<String> change(String text) {
                    return state.update(new Titled(text, 1)).thenApply(Titled::text);
                }

                @Override
                public Promise<String> changeOnce(String sender, long number, String text) {
                    return change(text);
                }

                @Override
                public Promise<String> text() {
                    return Promise.of(state.state().text() + state.state().size());
                }
            }
            Label label = system.spawn(
                    Label.class, () -> new Reader(persistence.durableState("label", new Titled("nothing yet", 9))));
            assertThat(label.text().join()).isEqualTo("kept0");
        }
    }
}
