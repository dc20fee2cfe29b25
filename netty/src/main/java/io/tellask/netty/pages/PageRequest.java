package io.tellask.netty.pages;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.tellask.http.HttpHeaders;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Heads as services see them. Stateless. */
final class PageRequest {
    private PageRequest() {}

    static io.tellask.http.HttpRequest of(Incoming request) {
        HttpRequest head = request.head();
        Carrier carrier = request.carrier();
        String uri = head.uri();
        int query = uri.indexOf('?');
        return new io.tellask.http.HttpRequest(
                head.method().name(),
                query < 0 ? uri : uri.substring(0, query),
                query < 0 ? null : uri.substring(query + 1),
                headers(head),
                carrier.isSecure() ? "https" : "http",
                host(head, carrier),
                request.version(),
                carrier.peer(),
                carrier.certificate());
    }

    private static String host(HttpRequest head, Carrier carrier) {
        String said = head.headers().get(HttpHeaderNames.HOST);
        if (said != null) {
            return said;
        }
        SocketAddress local = carrier.channel().localAddress();
        return local instanceof InetSocketAddress known
                ? known.getAddress().getHostAddress() + ":" + known.getPort()
                : "localhost";
    }

    private static HttpHeaders headers(HttpRequest head) {
        List<String> pairs = new ArrayList<>();
        for (Map.Entry<String, String> each : head.headers()) {
            String name = each.getKey().toLowerCase(Locale.ROOT);
            if (!Answers.isOfConnection(name) && !name.startsWith("x-http2-")) {
                pairs.add(name);
                pairs.add(each.getValue());
            }
        }
        return HttpHeaders.of(pairs.toArray(new String[0]));
    }
}
