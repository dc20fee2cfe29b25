package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An actor that answers all who ask with one and the same promise, as long as that is open: what they gave up is not kept. */
@Timeout(60)
class SharedPromiseTest {
    private static final int ASKS = 20_000;
    private static final int AT_ONCE = 1_000;
    private static final int KEPT = 70; // 64 and a few of the runtime's own

    /** Opens once, for all. */
    public interface Door {
        Promise<String> opened();

        Promise<Integer> askAfterwards();
    }

    private static final class OneDoor implements Door {
        private final Promise<String> opened;

        OneDoor(Promise<String> opened) {
            this.opened = opened;
        }

        @Override
        public Promise<String> opened() {
            return opened;
        }

        @Override
        public Promise<Integer> askAfterwards() {
            return opened.thenApply(String::length);
        }
    }

    private final Promise<String> opened = new Promise<>();

    @Test
    void asksOfAnotherProcessThatWereGivenUp() throws Exception {
        try (ActorSystem servers = ActorSystem.create();
                ActorSystem clients = ActorSystem.create()) {
            Server server = Server.builder(servers)
                    .publish("door", Door.class, servers.spawn(Door.class, () -> new OneDoor(opened)))
                    .listen(URI.create("memory://shared-promise"))
                    .start();
            try (Client client = Client.connect(clients, server.address())) {
                giveUp(client.lookup("door", Door.class));
            }
        }
    }

    @Test
    void asksOfThisProcessThatWereGivenUp() throws Exception {
        try (ActorSystem system = ActorSystem.create()) {
            giveUp(system.spawn(Door.class, () -> new OneDoor(opened)));
        }
    }

    private void giveUp(Door door) throws Exception {
        Promise<String> waiting = door.opened();
        Promise<Integer> waitingToo = door.askAfterwards();
        giveUp(door::opened);
        giveUp(door::askAfterwards);
        Await.until(
                () -> "nothing kept of who gave up, but " + opened.getNumberOfDependents(),
                () -> opened.getNumberOfDependents() <= KEPT);
        assertThat(opened).isNotDone();
        opened.complete("open");
        assertThat(waiting.get(30, TimeUnit.SECONDS)).isEqualTo("open");
        assertThat(waitingToo.get(30, TimeUnit.SECONDS)).isEqualTo(4);
    }

    private static void giveUp(Supplier<Promise<?>> ask) {
        for (int asked = 0; asked < ASKS; asked += AT_ONCE) {
            List<Promise<?>> asks = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                asks.add(ask.get());
            }
            asks.forEach(each -> each.cancel(false));
        }
    }
}
