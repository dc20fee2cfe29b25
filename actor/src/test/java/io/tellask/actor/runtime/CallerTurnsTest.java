package io.tellask.actor.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallerTurnsTest {
    private final Mailbox mailbox = new Mailbox(1);
    private final CallerTurns turns = new CallerTurns(mailbox);

    @Test
    void callerWithOneCallWaitsForOneOfEachOther() {
        Caller greedy = new Caller();
        Caller second = new Caller();
        Caller quiet = new Caller();
        for (int i = 0; i < 1_000; i++) {
            mailbox.push(new Call(greedy, i));
            mailbox.push(new Call(second, i));
        }
        Call awaited = new Call(quiet, 0);
        mailbox.push(awaited);
        List<Message> taken = takeAll();
        assertThat(taken).hasSize(2_001);
        assertThat(taken.indexOf(awaited)).isLessThan(3);
    }

    @Test
    void messagesOfThisProcessHaveEverySecondTurn() {
        Caller caller = new Caller();
        for (int i = 0; i < 10; i++) {
            mailbox.push(new Call(caller, i));
        }
        for (int i = 0; i < 5; i++) {
            mailbox.push(new Numbered(0, i));
        }
        List<Message> taken = takeAll();
        assertThat(taken.subList(0, 10).stream().filter(Numbered.class::isInstance))
                .hasSize(5);
    }

    /** Such as the end of the actor. */
    @Test
    void messageThatWaitsForEarlierOnesGoesBehindThemAndAheadOfLaterOnes() {
        Caller first = new Caller();
        Caller second = new Caller();
        for (int i = 0; i < 100; i++) {
            mailbox.push(new Call(first, i));
        }
        mailbox.push(new Numbered(0, 0));
        Message end = new End();
        mailbox.push(end);
        mailbox.push(new Call(second, 0));
        List<Message> taken = takeAll();
        assertThat(taken.indexOf(end)).isEqualTo(101);
        assertThat(taken).hasSize(103);
    }

    @Test
    void sortsABoundedNumberOfMessagesInARun() {
        Caller caller = new Caller();
        int most = CallerTurns.SORTED_PER_RUN;
        for (int i = 0; i < most + 1; i++) {
            mailbox.push(new Call(caller, i));
        }
        turns.beginRun();
        turns.poll();
        assertThat(turns.size()).isEqualTo(most - 1);
        assertThat(mailbox.size()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void keepsTheOrderOfEachCallerAndLosesNothing(long seed) {
        Random random = new Random(seed);
        List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            callers.add(new Caller());
        }
        Map<@Nullable Caller, Integer> sent = new HashMap<>();
        Map<@Nullable Caller, Integer> received = new HashMap<>();
        for (int round = 0; round < 1_000; round++) {
            turns.beginRun();
            for (int i = random.nextInt(50); i > 0; i--) {
                Caller caller = random.nextInt(21) < 20 ? callers.get(random.nextInt(20)) : null;
                int number = sent.merge(caller, 1, Integer::sum);
                mailbox.push(caller == null ? new Numbered(0, number) : new Call(caller, number));
            }
            for (int i = random.nextInt(50); i > 0; i--) {
                check(turns.poll(), received);
            }
        }
        takeAll().forEach(message -> check(message, received));
        assertThat(received).as("seed=%d", seed).isEqualTo(sent);
        assertThat(turns.isEmpty()).isTrue();
    }

    private static void check(@Nullable Message message, Map<@Nullable Caller, Integer> received) {
        if (message != null) {
            Caller caller = message instanceof Call call ? (Caller) call.replyTo : null;
            int number = message instanceof Call call ? (int) call.callId : ((Numbered) message).number;
            assertThat(number).isEqualTo(received.merge(caller, 1, Integer::sum));
        }
    }

    private List<Message> takeAll() {
        List<Message> taken = new ArrayList<>();
        do {
            turns.beginRun();
            for (Message message = turns.poll(); message != null; message = turns.poll()) {
                taken.add(message);
            }
        } while (!mailbox.isEmpty());
        return taken;
    }

    private static final class Caller implements ReplyTo {
        private final CallerBacklog backlog = new CallerBacklog();

        @Override
        public CallerBacklog backlog() {
            return backlog;
        }

        @Override
        public void reply(CallMessage call, @Nullable Object result) {}

        @Override
        public void fail(CallMessage call, Throwable failure) {
            throw new AssertionError(failure);
        }
    }

    private static final class Call extends CallMessage {
        Call(Caller caller, int number) {
            replyTo = caller;
            callId = number;
        }

        @Override
        protected @Nullable Object invoke(Object actor) {
            return null;
        }

        @Override
        public String method() {
            return "call";
        }
    }

    private static final class End extends Message {
        @Override
        public void deliver(ActorCell<?> cell) {}

        @Override
        public void refuse(RuntimeException reason) {}

        @Override
        boolean waitsForEarlier() {
            return true;
        }
    }
}
