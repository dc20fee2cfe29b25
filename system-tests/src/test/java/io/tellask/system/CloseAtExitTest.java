package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Phase;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.StopReason;
import io.tellask.remote.Server;
import io.tellask.store.DurableMap;
import io.tellask.system.JavaProcess.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that closes its actor system when it is told to end. */
@Timeout(120)
class CloseAtExitTest {
    private static final int AFTER_SIGTERM = 143;

    @TempDir
    private Path folder;

    /** A contract. */
    public interface Keeper {
        Promise<Boolean> keep(String key);
    }

    private static final class KeeperActor extends Actor implements Keeper {
        private final DurableMap<String, String> map;

        KeeperActor(DurableMap<String, String> map) {
            this.map = map;
        }

        @Override
        public Promise<Boolean> keep(String key) {
            map.put(key, "kept");
            return Promise.of(true);
        }

        @Override
        protected void onStop(StopReason reason) {
            map.put("last words", reason.name()); // the store must be open yet
            System.out.println("actor stopped");
        }
    }

    /** The process: a server with a store in the folder that the first argument names. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) throws InterruptedException {
            ActorSystem system = ActorSystem.create();
            system.closeAtExit();
            system.closeAtExit(); // once is enough
            DurableMap<String, String> map =
                    system.attach(Phase.STORES, DurableMap.open(Path.of(args[0]), String.class, String.class));
            Keeper keeper = system.spawn(Keeper.class, () -> new KeeperActor(map));
            Server server = Server.builder(system)
                    .publish("keeper", Keeper.class, keeper)
                    .listen("tellask://127.0.0.1:0")
                    .start();
            system.atClose(Phase.CALLERS, "says", Duration.ofSeconds(30), () -> {
                keeper.keep("from a caller").join();
                System.out.println("accepts no more: " + server.isClosing());
            });
            system.atClose(Phase.STORES, "hangs", Duration.ofMillis(1), new CountDownLatch(1)::await);
            system.atClose(Phase.THREADS, "last", Duration.ofSeconds(30), () -> System.out.println("stores closed"));
            System.out.println("ready");
            system.awaitTermination();
            System.out.println("main goes on");
        }
    }

    @Test
    void sigtermClosesItPhaseByPhase() {
        try (JavaProcess process =
                JavaProcess.start("-cp", ChildJvm.classPath(), Program.class.getName(), folder.toString())) {
            assertThat(process.readLine()).isEqualTo("ready");
            assertThat(ProcessHandle.of(process.pid()).orElseThrow().destroy()).isTrue();
            Outcome outcome = process.await();

            assertThat(outcome.exitCode()).isEqualTo(AFTER_SIGTERM);
            assertThat(outcome.lines()).startsWith("accepts no more: true", "actor stopped", "stores closed");
        }
        try (DurableMap<String, String> map = DurableMap.open(folder, String.class, String.class)) {
            assertThat(map.get("from a caller")).isEqualTo("kept");
            assertThat(map.get("last words")).isEqualTo("SYSTEM_CLOSED");
        }
    }

    /** Ends the process. */
    public interface Ender {
        void end();
    }

    /** The process: an actor, where the first argument says, ends it. */
    static final class ExitingProgram {
        private ExitingProgram() {}

        public static void main(String[] args) throws InterruptedException {
            ActorSystem system =
                    ActorSystem.builder().closePatience(Duration.ofDays(1)).build();
            system.closeAtExit();
            SpawnOptions options = switch (SpawnOptions.Placement.valueOf(args[0])) {
                case POOL -> SpawnOptions.pool();
                case IO_LOOP -> SpawnOptions.ioLoop();
                case VIRTUAL_THREAD -> SpawnOptions.virtualThread();
                default -> SpawnOptions.dedicatedThread();
            };
            system.atClose(Phase.THREADS, "last", Duration.ofSeconds(30), () -> System.out.println("actors stopped"));
            system.spawn(Ender.class, () -> () -> System.exit(7), options).end();
            system.awaitTermination();
        }
    }

    /** Closing would wait for a day if it waited for the actor that waits for it. */
    @ParameterizedTest
    @ValueSource(strings = {"DEDICATED_THREAD", "IO_LOOP", "POOL", "VIRTUAL_THREAD"})
    void actorThatEndsTheProcessIsNotWaitedFor(String placement) {
        Outcome outcome = JavaProcess.run("-cp", ChildJvm.classPath(), ExitingProgram.class.getName(), placement);

        assertThat(outcome.exitCode()).isEqualTo(7);
        assertThat(outcome.lines()).containsExactly("actors stopped");
    }
}
