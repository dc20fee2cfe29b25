package io.tellask.cli.serve;

import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.RespLimits;
import io.tellask.remote.Limits;
import io.tellask.store.StoreLimits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option of {@code tellask serve} that moves limits, by the names that errors and the documentation call them. */
final class LimitOption {
    private static final Pattern NUMBER = Pattern.compile("(\\d{1,10})([KMG]?)");

    /** In the order in which they are set: the others of a map must fit into its segments. */
    private static final List<Limit> ALL = List.of(
            ofMaps("segmentBytes", StoreLimits::withSegmentBytes),
            ofMaps("keyBytes", StoreLimits::withKeyBytes),
            ofMaps("valueBytes", StoreLimits::withValueBytes),
            ofMaps("batchBytes", StoreLimits::withBatchBytes),
            ofMaps("scanReplacements", StoreLimits::withScanReplacements),
            ofMaps("scanRetainedBytes", (limits, bytes) -> limits.withScanRetainedBytes(bytes)),
            new Limit("subscribers", (set, count) -> set.maps = set.maps.withSubscribers(count)),
            new Limit("subscriberBytes", (set, bytes) -> set.maps = set.maps.withSubscriberBytes(bytes)),
            new Limit("connections", (set, count) -> set.sessions.connections(count)),
            new Limit("messageBytes", (set, bytes) -> set.sessions.messageBytes(bytes)),
            ofRedis("clients", RespLimits.Builder::clients),
            ofRedis("requestBytes", RespLimits.Builder::requestBytes),
            ofRedis("requestArguments", RespLimits.Builder::requestArguments),
            ofRedis("outputBytes", RespLimits.Builder::outputBytes),
            ofRedis("backlogBytes", RespLimits.Builder::backlogBytes),
            ofRedis("transactionBytes", RespLimits.Builder::transactionBytes),
            ofRedis("transactionSteps", RespLimits.Builder::transactionSteps),
            ofRedis("subscriptions", RespLimits.Builder::subscriptions),
            ofRedis("watchedKeys", RespLimits.Builder::watchedKeys),
            ofRedis("patternBytes", RespLimits.Builder::patternBytes),
            ofRedis("channelBytes", RespLimits.Builder::channelBytes),
            ofRedis("clientNameBytes", RespLimits.Builder::clientNameBytes));

    private record Limit(String name, BiConsumer<LimitOption, Integer> setter) {}

    @Option(
            names = "--limit",
            paramLabel = "NAME=NUMBER",
            description =
                    "Another limit than the usual one, by the name that errors call it, such as valueBytes=32M; may be repeated."
                            + " The pages KEY_VALUE_SERVER and RESP of the documentation list them.")
    private Map<String, String> given = new LinkedHashMap<>();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    private KeyValueOptions maps = KeyValueOptions.defaults();
    private final Limits.Builder sessions = Limits.builder();
    private final RespLimits.Builder redis = RespLimits.builder();

    private static Limit ofMaps(String name, BiFunction<StoreLimits, Integer, StoreLimits> setter) {
        return new Limit(
                name, (set, number) -> set.maps = set.maps.withLimits(setter.apply(set.maps.limits(), number)));
    }

    private static Limit ofRedis(String name, BiConsumer<RespLimits.Builder, Integer> setter) {
        return new Limit(name, (set, number) -> setter.accept(set.redis, number));
    }

    /** Sets what was given; refuses names that are no limits, and numbers that are out of range. */
    void set() {
        Map<String, String> unknown = new LinkedHashMap<>(given);
        for (Limit limit : ALL) {
            String text = unknown.remove(limit.name());
            if (text != null) {
                set(limit, text);
            }
        }
        if (!unknown.isEmpty()) {
            throw refused(unknown.keySet().iterator().next() + " is none of the limits: "
                    + ALL.stream().map(Limit::name).sorted().collect(Collectors.joining(", ")));
        }
    }

    private void set(Limit limit, String text) {
        try {
            limit.setter().accept(this, number(text));
            sessions.build();
            redis.build();
        } catch (NumberFormatException | ArithmeticException notANumber) {
            throw refused(limit.name() + "='" + text + "' is not a whole number such as 20000 or 32M, below 2G");
        } catch (IllegalArgumentException outOfRange) {
            throw refused(String.valueOf(outOfRange.getMessage()));
        }
    }

    private static int number(String text) {
        Matcher parts = NUMBER.matcher(text);
        if (!parts.matches()) {
            throw new NumberFormatException(text);
        }
        int shift = "KMG".indexOf(parts.group(2)) * 10 + 10;
        long number = Long.parseLong(parts.group(1));
        return Math.toIntExact(parts.group(2).isEmpty() ? number : number << shift);
    }

    private ParameterException refused(String reason) {
        return new ParameterException(spec.commandLine(), "--limit: " + reason);
    }

    /** The usual options of maps, with what {@link #set} has set. */
    KeyValueOptions maps() {
        return maps;
    }

    /** The same for sessions of our own clients. */
    Limits sessions() {
        return sessions.build();
    }

    /** The same for clients of Redis. */
    RespLimits redis() {
        return redis.build();
    }
}
