package io.tellask.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Streams;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.Client;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.DynamicReference;
import io.tellask.remote.LookupException;
import io.tellask.remote.MethodSignature;
import io.tellask.remote.ValueEncoding;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls of actors whose interface the caller does not have. */
@Timeout(60)
class DynamicReferenceTest {
    private final Rig rig = new Rig().choosing(ValueEncoding.JSON);
    private final Client client = rig.connect();
    private final DynamicReference office = rig.simulation.await(client.lookupDynamic("office"));

    @AfterEach
    void close() {
        rig.close();
    }

    private MethodSignature method(String name) {
        return office.methods().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static byte[] json(String text) {
        return text.getBytes(UTF_8);
    }

    private static String text(DynamicReference.Value value) {
        return new String(value.text(), UTF_8);
    }

    private String ask(String name, String... arguments) {
        byte[][] texts =
                List.of(arguments).stream().map(DynamicReferenceTest::json).toArray(byte[][]::new);
        return text(rig.simulation.await(office.ask(method(name), texts)));
    }

    @Test
    void methodsAreThoseThatThePeerAnnounced() {
        assertThat(office.contract()).isEqualTo(Office.class.getName());
        assertThat(office.methods()).extracting(MethodSignature::call).contains("echo(int)", "length(byte[])");
        assertThat(office).hasToString(office.toString()).asString().contains("Office");
    }

    @Test
    void asksTellsAndStreamsTakeAndGiveTexts() {
        assertThat(ask("echo", "42")).isEqualTo("42");
        assertThat(ask("length", "\"AQID\"")).isEqualTo("3");
        assertThat(ask("waitFor", "7")).isEqualTo("7");
        office.tell(method("note"), json("\"a line\""));
        office.tell(method("count"), json("5"));
        assertThat(ask("total")).isEqualTo("5");
        assertThat(rig.clerk.lines).containsExactly("a line");
        List<DynamicReference.Value> items =
                rig.simulation.await(Streams.collect(office.stream(method("lines"), json("3"))));
        assertThat(items)
                .extracting(DynamicReferenceTest::text)
                .containsExactly("\"line 0\"", "\"line 1\"", "\"line 2\"");
    }

    @Test
    void referenceThatComesBackIsDynamicToo() {
        DynamicReference room = rig.simulation.await(office.ask(method("room"))).reference();

        assertThat(room.contract()).isEqualTo(Office.Room.class.getName());
        assertThat(text(rig.simulation.await(room.ask(room.methods().getFirst()))))
                .isEqualTo("101");
    }

    @Test
    void wrongArgumentsAreRefusedByTheirPlace() {
        assertThat(rig.failure(office.ask(method("echo"), json("\"x\""))))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("Office.echo(0)");
        assertThat(rig.failure(office.ask(method("echo"), json("{"))))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("the text is no JSON");
        assertThat(ask("echo", "1")).isEqualTo("1");
    }

    @Test
    void callsThatDoNotFitTheContractAreRefusedHere() {
        assertThatThrownBy(() -> office.ask(method("echo"))).hasMessageContaining("takes arguments=1, given=0");
        assertThatThrownBy(() -> office.ask(method("note"), json("1"))).hasMessageContaining("use tell or stream");
        assertThatThrownBy(() -> office.tell(method("echo"), json("1"))).hasMessageContaining("use ask or stream");
        assertThatThrownBy(() -> office.stream(method("echo"), json("1"))).hasMessageContaining("use tell or ask");
        assertThatThrownBy(() -> office.ask(MethodSignature.parse("echo(long)int"), json("1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("echo(long) is no method of contract=" + Office.class.getName());
    }

    @Test
    void deadlineIsItsOwn() {
        DynamicReference hasty = office.withDeadline(Duration.ofMillis(50));
        var answer = hasty.ask(method("later"), json("1"));
        rig.simulation.runUntilIdle();
        rig.simulation.advance(Duration.ofSeconds(1));

        assertThat(rig.failure(answer)).isInstanceOf(DeadlineExceededException.class);
    }

    @Test
    void sessionInTheBinaryFormHasNone() {
        Client binary = rig.choosing(ValueEncoding.BINARY).connect();

        assertThatThrownBy(() -> binary.lookupDynamic("office"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("connect with encoding=json");
        assertThat(rig.failure(client.lookupDynamic("nobody"))).isInstanceOf(LookupException.class);
    }
}
