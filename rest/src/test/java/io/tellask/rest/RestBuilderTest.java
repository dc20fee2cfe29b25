package io.tellask.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ContractException;
import io.tellask.actor.Promise;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Future;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

/** What is wrong with a contract is told when the service is built. */
class RestBuilderTest {
    /** Two methods of one verb and path. */
    public interface Twice {
        Promise<String> get(int id);

        Promise<String> read(String name);
    }

    /** Takes an actor. */
    public interface TakesActor {
        void watch(Watcher watcher);
    }

    /** Takes a stream. */
    public interface TakesStream {
        void upload(Flow.Publisher<String> lines);
    }

    /** Has a body where there is none. */
    public interface BodyOfGet {
        Promise<String> find(Orders.Line line);
    }

    /** Names a variable that no parameter is. */
    public interface OtherVariable {
        @Route("GET /{other}")
        Promise<String> get(int id);
    }

    /** Has no verb. */
    public interface NoVerb {
        @Route("/{id}")
        Promise<String> get(int id);
    }

    /** Says where a part is that the result has not. */
    public interface NoSuchPart {
        @Created("{number}")
        Promise<Orders.Line> create(Orders.Line line);
    }

    /** Asks of a value what cannot be checked. */
    public interface UnknownConstraint {
        void put(int id, @Future Orders.Line line);
    }

    /** Has a constraint for another type. */
    public interface WrongConstraint {
        void put(@Email int id);
    }

    private static <C> RestBuilder with(Class<C> contract) {
        Object none = Proxy.newProxyInstance(contract.getClassLoader(), new Class<?>[] {contract}, (_, _, _) -> null);
        return Rest.builder().contract("/x", contract, contract.cast(none));
    }

    private static void assertRefused(Class<?> contract, String... words) {
        assertThatThrownBy(() -> with(contract).build())
                .isInstanceOf(ContractException.class)
                .hasMessageContainingAll(words);
    }

    @Test
    void twoMethodsOfOnePathAreRefused() {
        assertRefused(Twice.class, "GET /x/{", "Twice.get", "Twice.read", "@Route");
    }

    @Test
    void whatRequestsCannotCarryIsRefused() {
        assertRefused(TakesActor.class, "TakesActor.watch", "parameter=body", "@NoRoute");
        assertRefused(TakesStream.class, "TakesStream.upload", "@NoRoute");
        assertRefused(BodyOfGet.class, "BodyOfGet.find", "GET", "@Query");
    }

    @Test
    void annotationsThatFitNothingAreRefused() {
        assertRefused(OtherVariable.class, "OtherVariable.get", "[other]");
        assertRefused(NoVerb.class, "NoVerb.get", "write GET /{id}");
        assertRefused(NoSuchPart.class, "NoSuchPart.create", "number");
        assertRefused(UnknownConstraint.class, "Future", "Line");
        assertRefused(WrongConstraint.class, "Email", "int");
    }

    @Test
    void pathsAreChecked() {
        for (String path : List.of("x", "/a//b", "/a/..", "/a b", "/{a", "/{a}/{a}", "/a/")) {
            assertThatThrownBy(() -> Rest.builder().contract(path, Watcher.class, _ -> {}))
                    .as(path)
                    .isInstanceOf(ContractException.class);
        }
        assertThatCode(() ->
                        Rest.builder().contract("/", Watcher.class, _ -> {}).build())
                .doesNotThrowAnyException();
    }

    @Test
    void originsAndLimitsAreChecked() {
        for (String origin : List.of("*", "app.example", "https://app.example/", "https://a@b", "null")) {
            assertThatThrownBy(() -> Cors.allow(origin)).as(origin).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(Cors.allow("HTTPS://App.example", "http://localhost:5173").toString())
                .contains("https://app.example", "http://localhost:5173");
        assertThatThrownBy(() -> RestLimits.builder().bodyBytes(-1).build()).hasMessageContaining("bodyBytes=-1");
        assertThat(RestLimits.builder().bodyBytes(0).build().bodyBytes()).isZero();
        assertThatThrownBy(() -> Rest.builder().status(RuntimeException.class, 399))
                .hasMessageContaining("status=399");
    }
}
