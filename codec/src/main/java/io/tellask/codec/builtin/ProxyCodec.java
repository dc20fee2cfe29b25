package io.tellask.codec.builtin;

import io.tellask.codec.DecodeException;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.Layout;
import io.tellask.codec.graph.RefusedCodec;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.trust.Grants;
import io.tellask.text.SafeText;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Dynamic proxies of interfaces that the builder allowed: the names of their interfaces, then their handler, whose
 * class must be granted as that of any object.
 *
 * <pre>
 * count varint | names of interfaces, strings | handler
 * </pre>
 */
public final class ProxyCodec extends TypeCodec {
    private static final int HEAD = HeadNumbers.extended(41);
    private static final int MAX_INTERFACES = 64;

    /** Reads proxies of any interfaces. */
    public static final TypeCodec READER = new ProxyCodec(Proxy.class);

    private ProxyCodec(Class<?> type) {
        super(type, HEAD, true, true);
    }

    /** The codec of a proxy's class; null for any other class. */
    public static @Nullable TypeCodec of(Class<?> type, Grants grants) {
        if (!Proxy.isProxyClass(type)) {
            return null;
        }
        for (Class<?> each : type.getInterfaces()) {
            if (grants.proxies.get(each.getName()) != each) {
                return new RefusedCodec(
                        type,
                        "class=" + type.getName() + " is a proxy of interface=" + each.getName()
                                + "; allow it with Codec.builder().allowProxies(" + each.getSimpleName() + ".class)");
            }
        }
        return new ProxyCodec(type);
    }

    @Override
    public Layout layout() {
        return Layout.REFERENCES;
    }

    @Override
    public void write(GraphWriter out, Object value) {
        Class<?>[] interfaces = type.getInterfaces();
        out.countSlots(interfaces.length + 1, 1);
        out.out.writeVarInt(interfaces.length + 1);
        for (Class<?> each : interfaces) {
            out.writeRef(each.getName());
        }
        out.writeRef(Proxy.getInvocationHandler(value));
    }

    @Override
    public Object read(GraphReader in) {
        int number = in.reserve();
        int count = in.readSlots(1) - 1;
        if (count < 0 || count > MAX_INTERFACES) {
            throw in.damaged("interfaces=" + count + " of a proxy");
        }
        Class<?>[] interfaces = new Class<?>[in.unbacked.takeReferences(count, in)];
        for (int i = 0; i < interfaces.length; i++) {
            interfaces[i] = allowedInterface(in, in.readRef());
        }
        @Nullable Object[] handler = {in.readRef()};
        return in.late.build(number, handler, part -> make(interfaces, part[0]));
    }

    private static Class<?> allowedInterface(GraphReader in, @Nullable Object name) {
        Class<?> allowed =
                name instanceof String text ? in.table.grants().proxies.get(text) : null;
        if (allowed == null) {
            throw new DecodeException("decode: a proxy of interface="
                    + (name instanceof String text ? SafeText.of(text) : "none") + ", offset=" + in.in.offset()
                    + ", which is not allowed; allow it with Codec.builder().allowProxies");
        }
        return allowed;
    }

    private static Object make(Class<?>[] interfaces, @Nullable Object handler) {
        if (!(handler instanceof InvocationHandler invocations)) {
            throw new DecodeException("decode: a proxy has no handler; the stream is damaged");
        }
        IllegalArgumentException refusal = null;
        for (Class<?> each : interfaces) {
            try {
                return Proxy.newProxyInstance(each.getClassLoader(), interfaces, invocations);
            } catch (IllegalArgumentException e) {
                refusal = e;
            }
        }
        throw new DecodeException("decode: a proxy cannot have its interfaces=" + interfaces.length
                + "; one class loader must see all of them, and none may occur twice: "
                + SafeText.of(String.valueOf(refusal)));
    }
}
