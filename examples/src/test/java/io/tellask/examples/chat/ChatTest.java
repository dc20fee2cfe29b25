package io.tellask.examples.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Streams;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChatTest {
    private ActorSystem system;
    private Server server;
    private Client ada;
    private Client grace;

    @BeforeEach
    void start() {
        system = ActorSystem.create();
        server = ChatServer.start(system, "tellask://127.0.0.1:0");
        ada = Client.connect(system, server.address());
        grace = Client.connect(system, server.address());
    }

    @AfterEach
    void stop() {
        system.close();
    }

    @Test
    void everybodyHearsWhatIsSaidAndWhoLeaves() throws Exception {
        Seat adas = room(ada).enter("ada").join();
        Seat graces = room(grace).enter("grace").join();
        BlockingQueue<Line> heard = new LinkedBlockingQueue<>();
        Streams.forEach(adas.listen(), 16, heard::add);

        assertThat(next(heard)).isEqualTo(new Line("ada", "listens"));
        adas.say("anybody here?");
        assertThat(next(heard)).isEqualTo(new Line("ada", "anybody here?"));
        graces.say("hello");
        assertThat(next(heard)).isEqualTo(new Line("grace", "hello"));
        grace.close();
        assertThat(next(heard)).isEqualTo(new Line("grace", "left"));
    }

    @Test
    void aNameBelongsToOneUntilItsSessionEnds() {
        room(ada).enter("ada").join();

        assertThatThrownBy(() -> room(grace).enter("ada").join())
                .hasCauseInstanceOf(NameTakenException.class)
                .hasMessageContaining("somebody is called ada already");
        ada.close();
        Await.until(
                "the name is free",
                () -> room(grace)
                        .enter("ada")
                        .handle((seat, failure) -> failure == null)
                        .join());
    }

    private static ChatRoom room(Client client) {
        return client.lookup("chat", ChatRoom.class);
    }

    private static Line next(BlockingQueue<Line> heard) throws InterruptedException {
        return heard.poll(30, TimeUnit.SECONDS);
    }
}
