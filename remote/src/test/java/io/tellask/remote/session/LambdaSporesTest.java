package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.Streams;
import io.tellask.codec.Codec;
import io.tellask.codec.EncodeException;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.Client;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Server;
import io.tellask.remote.Spore;
import io.tellask.remote.SporeRun;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.constant.ConstantDescs;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lambdas as spores: they run at a server that grants their class and has the same build of it. */
class LambdaSporesTest {
    /** Takes code to its numbers. */
    public interface Numbers {
        <R> Flow.Publisher<R> scan(Spore<Integer, R> spore);
    }

    private record Kept(List<Integer> numbers) implements Numbers {
        @Override
        public <R> Flow.Publisher<R> scan(Spore<Integer, R> spore) {
            return SporeRun.start(spore, run -> numbers.forEach(run::accept));
        }
    }

    /** The class that contains the lambdas: code of the client's which the server has, too. */
    static final class Scans {
        private Scans() {}

        static Spore<Integer, String> above(int least, Object label) {
            return (Spore<Integer, String> & Serializable) (number, out) -> {
                if (number > least) {
                    out.emit(label + " " + number);
                }
            };
        }

        static Spore<Integer, String> notSerializable() {
            return (number, out) -> out.emit("never");
        }
    }

    static final class Label implements Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            return "label";
        }
    }

    /** Another build of that class: it has a field more. */
    private static final class OtherBuild extends ClassLoader {
        private final byte[] bytes = changed();

        OtherBuild() {
            super(OtherBuild.class.getClassLoader());
        }

        private static byte[] changed() {
            String file =
                    Scans.class.getName().substring(Scans.class.getPackageName().length() + 1) + ".class";
            try (InputStream in = Scans.class.getResourceAsStream(file)) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                in.transferTo(bytes);
                ClassFile classes = ClassFile.of();
                return classes.transformClass(
                        classes.parse(bytes.toByteArray()),
                        ClassTransform.endHandler(builder -> builder.withField("more", ConstantDescs.CD_int, 0)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        Class<?> scans() {
            return defineClass(Scans.class.getName(), bytes, 0, bytes.length);
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            return name.equals(Scans.class.getName().replace('.', '/') + ".class")
                    ? new ByteArrayInputStream(bytes)
                    : super.getResourceAsStream(name);
        }
    }

    private static final URI ADDRESS = URI.create("memory://numbers");

    private final ActorSystem servers = ActorSystem.builder().ioLoops(1).build();
    private final ActorSystem clients = ActorSystem.builder().ioLoops(1).build();
    private final MemoryTransport transport = MemoryTransport.isolated();

    private static Codec granting(Class<?>... granted) {
        return Codec.builder().allow(granted).allowLambdas().build();
    }

    private Numbers connect(Codec server, Codec client) {
        Numbers numbers =
                servers.spawn(Numbers.class, () -> new Kept(List.of(1, 20, 3, 40)), SpawnOptions.dedicatedThread());
        Server.builder(servers)
                .publish("numbers", Numbers.class, numbers)
                .transport(transport)
                .codec(server)
                .listen(ADDRESS)
                .start();
        return Client.builder(clients)
                .transport(transport)
                .codec(client)
                .connect(ADDRESS)
                .lookup("numbers", Numbers.class);
    }

    @AfterEach
    void close() {
        clients.close();
        servers.close();
    }

    private static List<String> scan(Numbers numbers, Spore<Integer, String> spore) {
        Promise<List<String>> results = Streams.collect(numbers.scan(spore), 100);
        return results.orTimeout(30, TimeUnit.SECONDS).join();
    }

    private static Throwable refusal(Numbers numbers, Spore<Integer, String> spore) {
        Throwable thrown = catchThrowable(() -> scan(numbers, spore));
        return thrown instanceof CompletionException ? thrown.getCause() : thrown;
    }

    @Test
    void lambdaRunsWhereTheDataIs() {
        Numbers numbers = connect(granting(Scans.class), granting(Scans.class));
        assertThat(scan(numbers, Scans.above(10, "number"))).containsExactly("number 20", "number 40");
        assertThat(scan(numbers, Scans.above(30, "number"))).containsExactly("number 40");
    }

    @Test
    void serverWithAnotherBuildOfTheClassRefusesIt() {
        Numbers numbers = connect(granting(new OtherBuild().scans()), granting(Scans.class));
        assertThat(refusal(numbers, Scans.above(10, "number")))
                .isExactlyInstanceOf(CallRefusedException.class)
                .hasMessageContaining("method=scan was refused by the peer")
                .hasMessageContaining("lambda of class=" + Scans.class.getName())
                .hasMessageContaining("of the sender's class, digest=")
                .hasMessageContaining("have the same build of it on both sides, or send a record");
    }

    @Test
    void lambdaOfAClassThatIsNotGrantedIsRefused() {
        Numbers numbers = connect(granting(Label.class), granting(Scans.class));
        assertThat(refusal(numbers, Scans.above(10, "number")))
                .isExactlyInstanceOf(CallRefusedException.class)
                .hasMessageContaining("class=" + Scans.class.getName() + " is not granted");
    }

    @Test
    void serverThatTakesNoLambdasRefusesThem() {
        Codec records = Codec.builder().allow(Scans.class).build();
        Numbers numbers = connect(records, granting(Scans.class));
        assertThat(refusal(numbers, Scans.above(10, "number")))
                .isExactlyInstanceOf(CallRefusedException.class)
                .hasMessageContaining("lambdas are not allowed");
    }

    @Test
    void clientIsToldBeforeAnythingIsSent() {
        Numbers numbers = connect(granting(Scans.class), granting(Scans.class));
        assertThatThrownBy(() -> numbers.scan(Scans.above(10, new Label())))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining(Label.class.getName())
                .hasMessageContaining("Numbers.scan(0)");
        assertThatThrownBy(() -> numbers.scan(Scans.notSerializable()))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("is a lambda that is not Serializable; use a record");
    }

    @Test
    void capturedObjectThatTheServerDoesNotGrantIsRefused() {
        Numbers numbers = connect(granting(Scans.class), granting(Scans.class, Label.class));
        assertThat(refusal(numbers, Scans.above(10, new Label())))
                .isExactlyInstanceOf(CallRefusedException.class)
                .hasMessageContaining("class=" + Label.class.getName() + " is not granted");
    }
}
