package io.tellask.kv.resp.command;

import io.tellask.kv.RespLimits;
import io.tellask.kv.resp.client.Engine;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Request;
import io.tellask.store.Durability;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The server's settings by the names that Redis has for them. Stateless. */
final class Configuration {
    /** What it takes to put them together. */
    static final int STEPS = 16 << 10;

    private Configuration() {}

    static Map<String, String> of(Engine engine) {
        RespLimits limits = engine.limits();
        Map<String, String> settings = new TreeMap<>();
        settings.put("appendfsync", fsync(engine.databases().durability()));
        settings.put("appendonly", "yes");
        settings.put("bind", engine.address().replaceFirst(":\\d+$", ""));
        settings.put(
                "client-output-buffer-limit",
                "normal " + limits.outputBytes() + " 0 0 slave 0 0 0 pubsub " + limits.backlogBytes() + " 0 0");
        settings.put("client-query-buffer-limit", Integer.toString(limits.requestBytes()));
        settings.put("databases", Integer.toString(engine.databases().count()));
        settings.put("maxclients", Integer.toString(limits.clients()));
        settings.put("maxmemory", "0");
        settings.put("maxmemory-clients", Long.toString(engine.memory().limitBytes()));
        settings.put("maxmemory-policy", "noeviction");
        settings.put("port", engine.address().replaceFirst(".*:", ""));
        settings.put("proto-max-bulk-len", Integer.toString(engine.databases().longestValue()));
        settings.put("save", "");
        settings.put("timeout", "0");
        return settings;
    }

    private static String fsync(Durability durability) {
        return switch (durability) {
            case BUFFERED -> "no";
            case PERIODIC -> "everysec";
            case FORCED -> "always";
        };
    }

    /** Settings are given when the server starts. */
    static ErrorReply unchangeable(Map<String, String> settings, Request request) {
        String name = request.text(2);
        return settings.containsKey(name.toLowerCase(Locale.ROOT))
                ? new ErrorReply("ERR CONFIG SET failed (possibly related to argument '" + request.shown(2)
                        + "') - can't set immutable config")
                : new ErrorReply(
                        "ERR Unknown option or number of arguments for CONFIG SET - '" + request.shown(2) + "'");
    }
}
