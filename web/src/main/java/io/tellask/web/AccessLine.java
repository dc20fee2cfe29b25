package io.tellask.web;

import io.tellask.http.HttpRequest;
import io.tellask.text.SafeText;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Lines of the access log. Whatever a peer sent stays within its field and its line. Stateless. */
final class AccessLine {
    /** The most characters of what a peer chose, before what says how many were left out: {@value}. */
    static final int MOST_CHARS = 256;

    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);
    private static final DateTimeFormatter OF_SERVERS =
            DateTimeFormatter.ofPattern("dd/MMM/uuuu:HH:mm:ss Z", Locale.ROOT).withZone(ZoneOffset.UTC);

    private AccessLine() {}

    static String plain(Instant time, HttpRequest request, int status, long bytes, long millis) {
        return MILLIS.format(time)
                + ' '
                + peer(request.peer())
                + ' '
                + word(request.method())
                + ' '
                + word(request.path())
                + ' '
                + (status == 0 ? "-" : status)
                + ' '
                + bytes
                + ' '
                + millis;
    }

    static String combined(Instant time, HttpRequest request, int status, long bytes) {
        return peer(request.peer()) + " - - [" + OF_SERVERS.format(time) + "] \"" + word(request.method()) + ' '
                + word(request.path()) + " HTTP/" + (request.version() == 1 ? "1.1" : request.version()) + "\" "
                + (status == 0 ? "-" : status) + ' ' + (bytes == 0 ? "-" : bytes) + " \""
                + quoted(withoutQuery(request.header("referer"))) + "\" \"" + quoted(request.header("user-agent"))
                + '"';
    }

    private static String peer(@Nullable InetSocketAddress peer) {
        if (peer == null) {
            return "-";
        }
        return peer.getAddress() == null
                ? word(peer.getHostString())
                : peer.getAddress().getHostAddress();
    }

    private static @Nullable String withoutQuery(@Nullable String address) {
        return address == null ? null : address.split("[?#]", 2)[0];
    }

    private static String word(String text) {
        return text.isEmpty() ? "-" : quoted(text).replace(" ", "\\u0020");
    }

    private static String quoted(@Nullable String text) {
        return text == null ? "-" : SafeText.of(text, MOST_CHARS).replace("\"", "\\u0022");
    }
}
