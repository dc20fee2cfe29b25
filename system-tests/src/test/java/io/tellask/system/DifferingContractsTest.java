package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.LookupException;
import io.tellask.remote.Server;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Server and client with different versions of one contract and its classes, each in a loader of its own. */
class DifferingContractsTest {
    private static final String VISITOR = """
            package shop;

            import io.tellask.actor.ActorSystem;
            import io.tellask.remote.Client;
            import java.net.URI;
            import java.util.List;

            public final class Visitor {
                public static Object visit(URI address) throws Exception {
                    try (ActorSystem system = ActorSystem.create(); Client client = Client.connect(system, address)) {
                        Stock stock = client.lookup("stock", Stock.class);
                        CALL
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    private ActorSystem system;
    private Server server;

    @BeforeEach
    void openTheOldShop() throws Exception {
        system = ActorSystem.create();
        Path old = Programs.in("shop").compile(folder.resolve("old"));
        server = (Server) loader(old)
                .loadClass("shop.Shop")
                .getMethod("open", ActorSystem.class, boolean.class)
                .invoke(null, system, false);
    }

    @AfterEach
    void close() {
        system.close();
    }

    private static ClassLoader loader(Path classes) throws Exception {
        return new URLClassLoader(new URL[] {classes.toUri().toURL()});
    }

    /** What a client with newer sources gets from a call. */
    private Object visit(Programs newer, String call) throws Throwable {
        Path classes = newer.with("shop.Visitor", VISITOR.replace("CALL", call)).compile(folder.resolve("new"));
        try {
            return loader(classes)
                    .loadClass("shop.Visitor")
                    .getMethod("visit", URI.class)
                    .invoke(null, server.address());
        } catch (InvocationTargetException failure) {
            throw failure.getCause();
        }
    }

    private static Programs changed(String from, String to) {
        return Programs.in("shop").edited(source -> source.replace(from, to));
    }

    @Test
    void refusesAContractWithOtherMethodsNamingThem() {
        Programs newer = changed("count()", "amount()");
        assertThatThrownBy(() -> visit(newer, "return stock;"))
                .isInstanceOf(LookupException.class)
                .hasMessageContaining("contract=shop.Stock differs")
                .hasMessageContaining("only here=[amount() -> ")
                .hasMessageContaining("only there=[count() -> ");
    }

    @Test
    void refusesAContractWithOtherParametersNamingThem() {
        Programs newer = changed("int sum(int[] cents)", "int sum(Integer[] cents)")
                .edited(source -> source.replace("Arrays.stream(cents).sum()", "cents.length")
                        .replace("new int[] {40", "new Integer[] {40"));
        assertThatThrownBy(() -> visit(newer, "return stock;"))
                .isInstanceOf(LookupException.class)
                .hasMessageContaining("only here=[sum(java.lang.Integer[]) -> ")
                .hasMessageContaining("only there=[sum(int[]) -> ");
    }

    private Object visitWithOptionalMethods(String call) throws Throwable {
        String methods = "@io.tellask.actor.OptionalMethod io.tellask.actor.Promise<Integer> amount();"
                + " @io.tellask.actor.OptionalMethod void note(String line);"
                + " @io.tellask.actor.OptionalMethod java.util.concurrent.Flow.Publisher<Integer> amounts();";
        String bodies =
                "public io.tellask.actor.Promise<Integer> amount() { return null; } public void note(String line) {}"
                        + " public java.util.concurrent.Flow.Publisher<Integer> amounts() { return null; }";
        Programs newer = Programs.in("shop")
                .edited(source -> source.replaceFirst("(public interface Stock [^{]*\\{)", "$1 " + methods)
                        .replaceFirst("(class \\w+ [^{]*implements Stock[^{]*\\{)", "$1 " + bodies));
        return visit(newer, call);
    }

    @Test
    void findsAContractThatLacksOptionalMethodsAndFailsTheirCallsByName() throws Throwable {
        assertThat(visitWithOptionalMethods("return stock.count().get();")).isNotNull();
        assertThat(visitWithOptionalMethods("return io.tellask.remote.Remote.hasMethod(stock, \"amount\") + \" \""
                        + " + io.tellask.remote.Remote.hasMethod(stock, \"count\");"))
                .isEqualTo("false true");
        String lacking = "is lacking in the other side's version of the contract; see Remote.hasMethod";
        assertThatThrownBy(() -> visitWithOptionalMethods("return stock.amount().get();"))
                .hasCauseInstanceOf(CallRefusedException.class)
                .hasMessageContaining("Stock.amount " + lacking);
        assertThatThrownBy(() -> visitWithOptionalMethods("stock.note(\"x\".repeat(1 << 20)); return 0;"))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("Stock.note " + lacking);
        assertThatThrownBy(() ->
                        visitWithOptionalMethods("return io.tellask.actor.Streams.collect(stock.amounts(), 1).get();"))
                .hasCauseInstanceOf(CallRefusedException.class)
                .hasMessageContaining("Stock.amounts " + lacking);
    }

    @Test
    void readsRecordsThatHaveGrown() throws Throwable {
        Programs newer = changed(
                "record Item(String name, int cents, List<String> tags) {}",
                "record Item(String maker, int cents, String name, List<String> tags) {"
                        + " Item(String name, int cents, List<String> tags) { this(\"new\", cents, name, tags); } }");
        String call =
                "stock.store(new Item(\"pear\", 40, List.of())); return stock.dearest(1).get().getFirst().toString();";
        assertThat(visit(newer, call)).isEqualTo("Item[maker=null, cents=40, name=pear, tags=[]]");
    }

    @Test
    void refusesAnotherContractUnderTheName() {
        String call = "return client.lookup(\"stock\", Till.class);";
        assertThatThrownBy(() -> visit(Programs.in("shop"), call))
                .isInstanceOf(LookupException.class)
                .hasMessageContaining("contract=shop.Stock")
                .hasMessageContaining("Till");
    }
}
