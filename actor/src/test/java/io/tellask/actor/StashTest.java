package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.pattern.QueueFullException;
import io.tellask.actor.pattern.Stash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that an actor puts aside. The dispatcher runs only when told to. */
@Timeout(60)
class StashTest {
    private static final int MOST = 3;

    public interface Vault {
        void open();

        void close();

        void put(int amount);

        Promise<Integer> take(int amount);

        void fail();
    }

    private final ActorSystem system = ActorSystem.create();
    private final VirtualDispatcher dispatcher = new VirtualDispatcher();
    private final List<String> done = new ArrayList<>();
    private final List<DeadLetter> deadLetters = new ArrayList<>();
    private final Vault vault = system.spawn(
            Vault.class,
            VaultActor::new,
            SpawnOptions.on(dispatcher)
                    .withSupervision(Supervision.restart()
                            .withPauses(Duration.ZERO, Duration.ZERO)
                            .on(IllegalArgumentException.class, Supervision.Directive.RESUME)));
    private VaultActor current;

    private final class VaultActor implements Vault {
        final Stash stash = new Stash(MOST);
        boolean open;
        boolean failsWhenOpened;

        VaultActor() {
            current = this;
        }

        @Override
        public void open() {
            open = true;
            stash.unstashAll();
            if (failsWhenOpened) {
                throw new IllegalStateException("as asked");
            }
            done.add("open");
        }

        @Override
        public void close() {
            open = false;
            done.add("close");
        }

        @Override
        public void put(int amount) {
            if (!open) {
                stash.defer(() -> put(amount));
            } else if (amount < 0) {
                throw new IllegalArgumentException("amount=" + amount);
            } else {
                done.add("put " + amount);
            }
        }

        @Override
        public Promise<Integer> take(int amount) {
            if (!open) {
                return stash.defer(() -> take(amount));
            }
            if (amount < 0) {
                throw new IllegalArgumentException("amount=" + amount);
            }
            done.add("take " + amount);
            return Promise.of(amount);
        }

        @Override
        public void fail() {
            throw new IllegalStateException("as asked");
        }
    }

    StashTest() {
        system.onDeadLetter(deadLetters::add);
    }

    @AfterEach
    void close() {
        system.stop(vault);
        dispatcher.run();
        system.close();
    }

    @Test
    void whatWasPutAsideComesInItsOrderAheadOfWhatWaits() {
        vault.put(1);
        Promise<Integer> taken = vault.take(2);
        vault.put(3);
        dispatcher.run();
        assertThat(done).isEmpty();
        assertThat(taken).isNotDone();
        assertThat(current.stash.calls()).isEqualTo(MOST);
        vault.open();
        vault.put(4);
        dispatcher.run();
        assertThat(done).containsExactly("open", "put 1", "take 2", "put 3", "put 4");
        assertThat(taken).isCompletedWithValue(2);
        assertThat(current.stash.calls()).isZero();
    }

    @Test
    void whatIsPutAsideAgainWaitsForTheNextTime() {
        vault.put(1);
        Promise<Integer> taken = vault.take(2);
        vault.open();
        vault.close();
        dispatcher.run();
        assertThat(done).containsExactly("open", "put 1", "take 2", "close");
        vault.put(3);
        dispatcher.run();
        vault.open();
        dispatcher.run();
        assertThat(done).endsWith("open", "put 3");
        assertThat(taken).isCompletedWithValue(2);
    }

    @Test
    void moreThanTheLimitIsNotPutAside() {
        for (int i = 0; i < MOST; i++) {
            vault.put(i);
        }
        Promise<Integer> refused = vault.take(9);
        vault.put(9);
        dispatcher.run();
        assertThatThrownBy(refused::join)
                .cause()
                .isInstanceOf(QueueFullException.class)
                .hasMessageContaining("mostCalls=" + MOST);
        assertThat(system.failedTells()).isEqualTo(1);
    }

    @Test
    void anAskThatIsGivenUpMakesRoomAndIsNotMadeAgain() {
        vault.put(0);
        Promise<Integer> givenUp = vault.take(1);
        vault.put(2);
        dispatcher.run();
        givenUp.cancel(false);
        dispatcher.run();
        vault.put(3);
        vault.open();
        dispatcher.run();
        assertThat(done).containsExactly("open", "put 0", "put 2", "put 3");
        assertThat(system.failedTells()).isZero();
    }

    @Test
    void failuresOfTheCallsAreTheirOwn() {
        Promise<Integer> failed = vault.take(-1);
        vault.put(-2);
        vault.put(3);
        vault.open();
        dispatcher.run();
        assertThatThrownBy(failed::join)
                .cause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("amount=-1");
        assertThat(system.failedTells()).isEqualTo(1);
        assertThat(done).containsExactly("open", "put 3");
    }

    @Test
    void aStopFailsWhatIsPutAside() {
        Promise<Integer> taken = vault.take(1);
        vault.put(2);
        system.stop(vault);
        dispatcher.run();
        assertThatThrownBy(taken::join).hasCauseInstanceOf(ActorStoppedException.class);
        assertThat(deadLetters).extracting(DeadLetter::method).containsExactly("deferred call");
        assertThat(deadLetters).extracting(DeadLetter::reason).containsExactly(DeadLetter.Reason.STOPPED);
        assertThat(done).isEmpty();
    }

    @Test
    void whatHasComeOutIsNotMadeWhereTheObjectFailsBefore() {
        Promise<Integer> taken = vault.take(1);
        vault.put(2);
        dispatcher.run();
        current.failsWhenOpened = true;
        vault.open();
        dispatcher.run();
        assertThatThrownBy(taken::join).hasCauseInstanceOf(ActorStoppedException.class);
        assertThat(done).isEmpty();
        assertThat(deadLetters)
                .extracting(DeadLetter::reason)
                .containsExactly(DeadLetter.Reason.FAILED, DeadLetter.Reason.STOPPED);
    }

    @Test
    void anotherObjectDoesNotGetWhatTheFormerOnePutAside() {
        Promise<Integer> taken = vault.take(1);
        vault.put(2);
        vault.fail();
        vault.open();
        vault.put(3);
        dispatcher.run();
        assertThatThrownBy(taken::join).hasCauseInstanceOf(ActorStoppedException.class);
        assertThat(done).containsExactly("open", "put 3");
        assertThat(deadLetters)
                .extracting(DeadLetter::reason)
                .containsExactly(DeadLetter.Reason.FAILED, DeadLetter.Reason.STOPPED);
    }

    @Test
    void aCallThatPutsItselfAsideForEverKeepsNothingWaiting() {
        Steadfast steadfast = system.spawn(Steadfast.class, SteadfastActor::new, SpawnOptions.on(dispatcher));
        steadfast.insist();
        steadfast.say("first");
        steadfast.say("second");
        dispatcher.run();
        // what a call of the mailbox gives back goes ahead; what one that was put aside gives back has one of the
        // mailbox before it
        assertThat(done).containsExactly("again", "again", "first", "again", "second", "again", "stopped");
    }

    /** Waits for something that only a later call brings. */
    interface Steadfast {
        void insist();

        void say(String word);
    }

    private final class SteadfastActor extends Actor implements Steadfast {
        private final Stash stash = new Stash();

        @Override
        public void insist() {
            done.add("again");
            if (done.contains("second")) {
                system().stop(self(Steadfast.class));
            }
            stash.defer(this::insist);
            stash.unstashAll();
        }

        @Override
        public void say(String word) {
            done.add(word);
        }

        @Override
        protected void onStop(StopReason reason) {
            done.add("stopped");
        }
    }

    @Test
    void belongsToItsActor() {
        vault.put(1);
        dispatcher.run();
        assertThatThrownBy(current.stash::unstashAll)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("call it from that actor's code only");
        assertThatThrownBy(() -> current.stash.defer(() -> done.add("foreign")))
                .isInstanceOf(IllegalStateException.class);
        assertThat(done).isEmpty();
        assertThat(current.stash.calls()).isEqualTo(1);
    }

    @Test
    void isOfAnActorAndHasALimit() {
        assertThatThrownBy(Stash::new)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("outside of an actor");
        List<String> refusals = new ArrayList<>();
        system.spawn(Runnable.class, () -> {
            try {
                refusals.add("limit " + new Stash(0).calls());
            } catch (IllegalArgumentException wrong) {
                refusals.add(wrong.getMessage());
            }
            return () -> {};
        });
        assertThat(refusals).containsExactly("stash: mostCalls=0 < 1; let it keep a call");
    }
}
