package io.tellask.kv.resp.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tellask.kv.RespLimits;
import io.tellask.kv.resp.loop.EachArgument;
import io.tellask.kv.resp.message.Glob;
import io.tellask.kv.resp.message.MatchCost;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The answer of CONFIG GET: settings whose names match one of its arguments, each once. An argument without wildcards is the name that is
 * answered. Belongs to the loop.
 */
final class SettingsSearch implements EachArgument.Action {
    private final Map<String, String> settings;
    private final RespLimits limits;
    private final Map<String, String> found = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    SettingsSearch(Map<String, String> settings, RespLimits limits) {
        this.settings = settings;
        this.limits = limits;
    }

    @Override
    public long run(Request request, int index, Reply reply) {
        MatchCost steps = new MatchCost();
        steps.add(MatchCost.KEY + (long) request.length(index));
        String asked = request.text(index);
        String exact = settings.get(asked.toLowerCase(Locale.ROOT));
        Glob pattern = request.lowerCasePattern(index, limits);
        if (exact != null) {
            found.putIfAbsent(asked, exact);
        } else {
            settings.forEach((name, value) -> {
                steps.add(MatchCost.PATTERN);
                if (pattern.matches(name.getBytes(ISO_8859_1), steps)) {
                    found.putIfAbsent(name, value);
                }
            });
        }
        return steps.count();
    }

    /** Writes what was found. */
    void write(Reply reply) {
        reply.map(found.size());
        found.forEach((name, value) -> {
            reply.bulk(name);
            reply.bulk(value);
        });
    }
}
