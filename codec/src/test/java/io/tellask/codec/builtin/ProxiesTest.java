package io.tellask.codec.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.JdkOracle;
import io.tellask.codec.graph.HeadNumbers;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Dynamic proxies: off until their interfaces are allowed, with a handler that is granted as any object is. */
class ProxiesTest {
    private final Codec codec = Codec.builder()
            .allow(Recorder.class)
            .allowProxies(Greeter.class, Named.class)
            .build();

    interface Greeter {
        String greet(String name);
    }

    interface Named {
        String name();
    }

    static class Recorder implements InvocationHandler, Serializable {
        final String prefix;
        Object self;

        Recorder(String prefix) {
            this.prefix = prefix;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return switch (method.getName()) {
                case "hashCode" -> prefix.hashCode();
                case "equals" -> proxy == arguments[0];
                case "toString" -> prefix;
                default -> prefix + (arguments == null ? "" : arguments[0]);
            };
        }
    }

    private static Object proxy(InvocationHandler handler, Class<?>... interfaces) {
        return Proxy.newProxyInstance(ProxiesTest.class.getClassLoader(), interfaces, handler);
    }

    @Test
    void proxyComesBackWithItsInterfacesAndHandler() {
        Object proxy = proxy(new Recorder("hello "), Greeter.class, Named.class);

        Object back = codec.decode(codec.encode(proxy), Object.class);

        assertThat(((Greeter) back).greet("ada")).isEqualTo("hello ada");
        assertThat(((Named) back).name()).isEqualTo("hello ");
        assertThat(back.getClass()).isSameAs(proxy.getClass());
        assertThat(JdkOracle.roundTrip((Greeter) proxy).greet("ada")).isEqualTo("hello ada");
    }

    @Test
    void proxyThatItsHandlerHoldsComesBack() {
        Recorder recorder = new Recorder("x");
        recorder.self = proxy(recorder, Greeter.class);

        Recorder back = codec.decode(codec.encode(recorder), Recorder.class);
        Object fromProxy = codec.decode(codec.encode(recorder.self), Object.class);

        assertThat(Proxy.getInvocationHandler(back.self)).isSameAs(back);
        assertThat(((Recorder) Proxy.getInvocationHandler(fromProxy)).self).isSameAs(fromProxy);
    }

    @Test
    void sharedProxyStaysShared() {
        Object proxy = proxy(new Recorder("x"), Greeter.class);

        List<?> back = (List<?>) codec.decode(codec.encode(new ArrayList<>(List.of(proxy, proxy))), Object.class);

        assertThat(back.get(0)).isSameAs(back.get(1));
    }

    @Test
    void proxyOfAnInterfaceThatIsNotAllowedIsRefusedOnBothSides() {
        Codec one = Codec.builder()
                .allow(Recorder.class)
                .allowProxies(Greeter.class)
                .build();
        Object proxy = proxy(new Recorder("x"), Greeter.class, Named.class);
        byte[] bytes = codec.encode(proxy);

        assertThatThrownBy(() -> one.encode(proxy))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("is a proxy of interface=" + Named.class.getName());
        assertThatThrownBy(() -> one.decode(bytes, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("a proxy of interface=" + Named.class.getName());
        assertThatThrownBy(() -> Codec.standard().encode(proxy)).isInstanceOf(EncodeException.class);
    }

    @Test
    void handlerThatIsNotGrantedIsRefusedOnBothSides() {
        Codec ungranted = Codec.builder().allowProxies(Greeter.class).build();
        Object proxy = proxy(new Recorder("x"), Greeter.class);
        byte[] bytes = codec.encode(proxy);

        assertThatThrownBy(() -> ungranted.encode(proxy))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("class=" + Recorder.class.getName() + " is not granted");
        assertThatThrownBy(() -> ungranted.decode(bytes, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("class=" + Recorder.class.getName() + " is not granted");
    }

    @Test
    void proxyWithoutAHandlerIsDamaged() {
        byte[] bytes = codec.encode(proxy(new Recorder(""), Greeter.class));
        int name = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("Greeter");
        byte[] cut = java.util.Arrays.copyOf(bytes, name + "Greeter".length() + 1);
        cut[cut.length - 1] = HeadNumbers.NULL;

        assertThatThrownBy(() -> codec.decode(cut, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("a proxy has no handler");
    }

    @Test
    void onlyInterfacesCanBeAllowed() {
        assertThatThrownBy(() -> Codec.builder().allowProxies(Recorder.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is no interface");
    }
}
