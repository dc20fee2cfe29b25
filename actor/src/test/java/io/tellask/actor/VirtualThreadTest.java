package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.contract.LocalReference;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.TraceScope;
import io.tellask.test.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Actors on virtual threads: one message is handled at a time, an idle one has no thread, and they are actors like others. */
@Timeout(60)
class VirtualThreadTest {
    private static final SpawnOptions VIRTUAL = SpawnOptions.virtualThread().withName("worker");

    /** Runs what it is handed. */
    public interface Worker {
        void tell(Callable<?> code) throws Exception;

        void count(int sender, int number);

        Promise<Object> ask(Callable<?> code) throws Exception;
    }

    private static final class WorkerActor extends Actor implements Worker {
        private final int[] next = new int[4];
        private final AtomicInteger stops;

        WorkerActor(AtomicInteger stops) {
            this.stops = stops;
        }

        @Override
        public void tell(Callable<?> code) throws Exception {
            code.call();
        }

        @Override
        public void count(int sender, int number) {
            if (next[sender] == number) { // without a lock: each message sees what the last one did, on whatever thread
                next[sender]++;
            }
        }

        @Override
        public Promise<Object> ask(Callable<?> code) throws Exception {
            return Promise.of(code.call());
        }

        @Override
        protected void onStop(StopReason reason) {
            assertThat(Thread.currentThread().isVirtual()).isTrue();
            stops.incrementAndGet();
        }
    }

    private final ActorSystem system = ActorSystem.create();
    private final AtomicInteger stops = new AtomicInteger();
    private final List<WorkerActor> made = new ArrayList<>();

    @AfterEach
    void close() {
        system.close();
    }

    private Worker spawn(SpawnOptions options) {
        return system.spawn(
                Worker.class,
                () -> {
                    WorkerActor worker = new WorkerActor(stops);
                    made.add(worker);
                    return worker;
                },
                options);
    }

    private static Object answer(Worker worker, Callable<?> code) throws Exception {
        return worker.ask(code).get(30, TimeUnit.SECONDS);
    }

    @Test
    void manyWaitAtATime() throws Exception {
        int many = 2_000;
        CountDownLatch all = new CountDownLatch(many);
        List<Promise<Object>> met = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            met.add(spawn(VIRTUAL).ask(() -> {
                all.countDown();
                return all.await(30, TimeUnit.SECONDS);
            }));
        }
        assertThat(Promise.all(met).get(30, TimeUnit.SECONDS)).hasSize(many).containsOnly(true);
    }

    @Test
    void messagesAreHandledOneAtATimeAndInOrder() throws Exception {
        int tells = 20_000;
        Worker worker = spawn(VIRTUAL.withMailbox(4 * tells + 1, MailboxPolicy.REFUSE));
        List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int sender = i;
            senders.add(Thread.ofPlatform().start(() -> {
                for (int tell = 0; tell < tells; tell++) {
                    worker.count(sender, tell);
                }
            }));
        }
        for (Thread sender : senders) {
            sender.join();
        }
        assertThat(answer(worker, () -> made.getFirst().next.clone()))
                .isEqualTo(new int[] {tells, tells, tells, tells});
    }

    @Test
    void threadIsVirtualNamedAndEndsWithTheWork() throws Exception {
        Worker worker = spawn(VIRTUAL);
        Thread thread = (Thread) answer(worker, Thread::currentThread);
        assertThat(thread.isVirtual()).isTrue();
        assertThat(thread.getName()).startsWith(system.name() + "-worker-");
        Await.until("it has ended", () -> !thread.isAlive());
        assertThat(answer(worker, Thread::currentThread)).isNotSameAs(thread);
    }

    @Test
    void timersRunAsTheActor() throws Exception {
        Worker worker = spawn(VIRTUAL);
        Promise<Boolean> fired = new Promise<>();
        worker.tell(() -> made.getFirst().timers().after(Duration.ofMillis(1), () -> {
            assertThat(made.getFirst().self(Worker.class)).isEqualTo(worker);
            fired.complete(Thread.currentThread().isVirtual());
        }));
        assertThat(fired.get(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void functionsOfAnswersRunAsTheActor() throws Exception {
        Worker worker = spawn(VIRTUAL);
        for (Worker other : List.of(spawn(VIRTUAL), spawn(SpawnOptions.pool()), spawn(SpawnOptions.ioLoop()))) {
            Promise<Boolean> virtual = new Promise<>();
            worker.tell(() -> other.ask(() -> 1).thenAccept(one -> {
                assertThat(made.getFirst().self(Worker.class)).isEqualTo(worker);
                virtual.complete(Thread.currentThread().isVirtual());
            }));
            assertThat(virtual.get(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aTraceComesWithTheCallAndEndsWithIt() throws Exception {
        Worker worker = spawn(VIRTUAL);
        Promise<Object> traced = TraceScope.call(
                "outer",
                () -> worker.ask(() -> {
                    Object before = TraceScope.current();
                    return before + " " + TraceScope.call("inner", TraceScope::current) + " " + TraceScope.current();
                }));
        assertThat(traced.get(30, TimeUnit.SECONDS)).isEqualTo("outer inner outer");
        assertThat(answer(worker, TraceScope::current)).isNull();
    }

    @Test
    void threadsForkedByTheActorAreNotTheActor() throws Exception {
        Worker worker = spawn(VIRTUAL);
        assertThat(answer(worker, ActorCell::current)).isSameAs(((LocalReference) worker).cell());
        assertThat(answer(worker, () -> forked(ActorCell::current))).isNull();
    }

    /** What code returns in a {@code StructuredTaskScope}, which is a preview, and has its threads inherit scoped values. */
    private static Object forked(Callable<?> code) throws ReflectiveOperationException {
        Class<?> type = Class.forName("java.util.concurrent.StructuredTaskScope");
        Object scope = type.getMethod("open").invoke(null);
        Object subtask = type.getMethod("fork", Callable.class).invoke(scope, code);
        type.getMethod("join").invoke(scope);
        Object result =
                Class.forName(type.getName() + "$Subtask").getMethod("get").invoke(subtask);
        type.getMethod("close").invoke(scope);
        return result;
    }

    @Test
    void supervisionMakesItAnewOnAVirtualThread() throws Exception {
        Supervision atOnce = Supervision.restart().withPauses(Duration.ofMillis(1), Duration.ofMillis(1));
        Worker worker = spawn(VIRTUAL.withSupervision(atOnce));
        worker.count(0, 0);
        worker.tell(() -> {
            throw new IllegalStateException("on purpose");
        });
        assertThat(answer(worker, () -> made.size())).isEqualTo(2);
        assertThat(made.getLast().next[0]).isZero();
        assertThat(stops).hasValue(1);
        assertThat(answer(worker, () -> Thread.currentThread().isVirtual())).isEqualTo(true);
    }

    @Test
    void stoppingWaitsForTheMessageUnderWay() throws Exception {
        Worker worker = spawn(VIRTUAL);
        CountDownLatch goOn = new CountDownLatch(1);
        Promise<Object> first = worker.ask(() -> goOn.await(30, TimeUnit.SECONDS));
        Promise<StopReason> watched = system.watch(worker);
        assertThat(system.stop(worker)).isTrue();
        assertThat(first.isDone()).isFalse();
        goOn.countDown();
        assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo(true);
        assertThat(watched.get(30, TimeUnit.SECONDS)).isEqualTo(StopReason.REQUESTED);
        assertThat(stops).hasValue(1);
        assertThat(system.actors()).isZero();
    }

    @Test
    void childrenStopWithTheirParent() throws Exception {
        Worker parent = spawn(VIRTUAL);
        Worker child = (Worker) answer(
                parent, () -> made.getFirst().spawnChild(Worker.class, () -> new WorkerActor(stops), VIRTUAL));
        Promise<StopReason> watched = system.watch(child);
        system.stop(parent);
        assertThat(watched.get(30, TimeUnit.SECONDS)).isEqualTo(StopReason.PARENT_STOPPED);
    }

    @Test
    void whoWaitsIsNotCountedAsBlocked() throws Exception {
        try (ActorSystem looped =
                ActorSystem.builder().blockedLoopLimit(Duration.ofMillis(1)).build()) {
            CountDownLatch goOn = new CountDownLatch(1);
            Callable<Boolean> waiting = () -> goOn.await(30, TimeUnit.SECONDS);
            Promise<Object> here = spawn(VIRTUAL).ask(waiting);
            Promise<Object> there = looped.spawn(Worker.class, () -> new WorkerActor(stops), SpawnOptions.pool())
                    .ask(waiting);
            Await.until("a thread of the pool is seen to be blocked", () -> looped.blockedLoops() > 0);
            assertThat(system.blockedLoops()).isZero();
            goOn.countDown();
            assertThat(Promise.all(here, there).get(30, TimeUnit.SECONDS)).containsOnly(true);
        }
    }

    @Test
    void aFlagLeftByOneActorIsNoneOfAnother() throws Exception {
        Worker worker = spawn(VIRTUAL);
        worker.tell(() -> {
            Thread.currentThread().interrupt();
            return null;
        });
        Await.until("it is idle", () -> system.queuedMessages() == 0);
        Worker other = spawn(VIRTUAL);
        assertThat(answer(other, Thread::interrupted)).isEqualTo(false);
    }

    @Test
    void aDumpNamesTheThreadAndItsActor() throws Exception {
        Worker worker = spawn(VIRTUAL);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Promise<Object> waiting = worker.ask(() -> {
            begun.countDown();
            return goOn.await(30, TimeUnit.SECONDS);
        });
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        SystemDump dump = system.dump();
        goOn.countDown();
        assertThat(dump.threads())
                .anySatisfy(
                        thread -> assertThat(thread.toString()).contains(system.name() + "-worker-", "CountDownLatch"));
        assertThat(dump.actors()).anySatisfy(actor -> {
            assertThat(actor.statistics().dispatcher()).isEqualTo(system.name() + "-virtual");
            assertThat(actor.running()).contains("WorkerActor.ask");
        });
        assertThat(waiting.get(30, TimeUnit.SECONDS)).isEqualTo(true);
    }

    @Test
    void failuresOfTasksAreCounted() {
        spawn(VIRTUAL);
        Dispatcher dispatcher = dispatcherOf(spawn(VIRTUAL));
        assertThat(dispatcher.servesIo()).isFalse();
        assertThat(dispatcher.isCurrent()).isFalse();
        long before = system.loopFailures();
        dispatcher.execute(() -> {
            throw new IllegalStateException("on purpose");
        });
        Await.until("it is counted", () -> system.loopFailures() == before + 1);
        assertThatThrownBy(() -> dispatcher.execute(null)).isInstanceOf(NullPointerException.class);
    }

    private static Dispatcher dispatcherOf(Worker worker) {
        return ((LocalReference) worker).cell().dispatcher();
    }
}
