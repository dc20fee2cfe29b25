package io.tellask.bench.codec;

import io.tellask.bench.harness.Contender;
import io.tellask.bench.harness.Contender.Home;
import io.tellask.bench.harness.Goal;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Run;
import io.tellask.bench.harness.Suite;
import io.tellask.bench.harness.Turns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What does a codec need to turn objects into bytes and back? Small messages, a batch of business objects, large arrays
 * and single strings; beside Tellask the serializers that people use, and codecs written by hand for one class each.
 *
 * <p>Command: {@code tellask bench codec}. JMH forks a JVM for each measurement, on the class path of the contender's
 * module; figures are CPU time and allocation of the measuring thread. Contenders take turns within each round. Not
 * shown: cold caches, many different values, several threads.
 */
public final class CodecSuite implements Suite {
    /** Microseconds from meeting a class to its first decoded message. */
    static final String FIRST_WARM = "first-message";

    static final String FIRST_COLD = "first-message-cold";

    /** References off, classes described before the first message: the configuration that the goals are about. */
    private static final String TELLASK = "tellask";

    private static final String TELLASK_REFERENCES = "tellask-references";
    private static final String LIMIT = "limit-floor";
    private static final String FORY = "fory";
    private static final String FORY_FIXED = "fory-fixed";
    private static final String FORY_REFERENCES = "fory-references";

    /** Those that goals are computed from take part in each round; all others have one. */
    private static final Set<String> JUDGED =
            Set.of(TELLASK, TELLASK_REFERENCES, LIMIT, FORY, FORY_FIXED, FORY_REFERENCES);
    /** Contenders that are no goal's measure, but take part in copying too. */
    private static final Set<String> COPYING = Set.of("kryo", "protobuf");
    /** What has code for given classes only, written or generated before the program is compiled, and no first message. */
    private static final Set<String> WRITTEN_AHEAD = Set.of(LIMIT, "protobuf", "sbe");

    private static final int ROUNDS = 3;
    private static final int COPY_ROUNDS = 2;
    private static final String OWN = "io.tellask.bench.codec.";
    private static final String PEERS = OWN + "peers.";
    private static final Home PEERS_HOME = Home.of("bench-peers/codec");
    /** Unsafe is only allowed so that nothing warns of it. */
    private static final String ALLOW_UNSAFE = "--sun-misc-unsafe-memory-access=allow";

    @Override
    public List<Contender> contenders() {
        List<Contender> all = new ArrayList<>();
        Stream.of(TELLASK, TELLASK_REFERENCES).map(CodecSuite::tellask).forEach(all::add);
        all.add(Contender.of(LIMIT, Home.OWN, OWN + "limit.LimitProvider"));
        // Fory looks into strings if it may
        List<String> fory = List.of(ALLOW_UNSAFE, opens("java.base/java.lang.invoke"));
        all.add(references(peer(FORY, "Fory", fory), 111, 258, 207));
        all.add(references(peer(FORY_FIXED, "Fory", fory), 97, 233, 208));
        all.add(references(peer(FORY_REFERENCES, "Fory", fory), 138, 325, 233));
        Stream.of("strict", "strict-references", "standalone", "standalone-references")
                .map(each -> tellask("tellask-" + each))
                .forEach(all::add);
        all.add(peer("fory-compatible", "Fory", fory));
        List<String> plain = List.of(ALLOW_UNSAFE);
        all.add(references(peer("kryo", "Kryo", plain), 270, 780, 422));
        all.add(references(peer("kryo-references", "Kryo", plain), 430, 1_120, 695));
        all.add(references(peer("protobuf", "Protobuf", plain), 299, 784, 720));
        // Agrona's buffers do not work without this
        List<String> sbe = List.of(ALLOW_UNSAFE, opens("java.base/jdk.internal.misc"));
        all.add(peer("sbe", "Sbe", sbe).withReference(Workload.PRICE.roundTrip(), 111));
        all.add(references(peer("jackson-json", "Jackson", plain), 1_302, 2_798, 964));
        all.add(references(peer("jackson-cbor", "Jackson", plain), 1_030, 2_316, 969));
        all.add(references(peer("jdk", "Stream", plain), 4_687, 14_072, 4_871));
        all.add(references(fst("fst304", "fst304"), 328, 807, 540));
        all.add(references(fst("fst304", "fst304-references"), 384, 935, 682));
        all.add(references(fst("fst257", "fst257"), 300, 788, 514));
        all.add(fst("fst257", "fst257-references"));
        return all;
    }

    private static Contender tellask(String name) {
        return Contender.of(name, Home.OWN, OWN + "TellaskProvider");
    }

    private static Contender peer(String name, String provider, List<String> flags) {
        return Contender.of(name, PEERS_HOME, PEERS + provider + "Provider").withFlags(flags);
    }

    /** FST sets private fields of the JDK. */
    private static Contender fst(String release, String name) {
        List<String> flags = new ArrayList<>(List.of(ALLOW_UNSAFE, opens("java.sql/java.sql")));
        Stream.of("lang", "util", "util.concurrent", "net", "math", "time", "text", "io")
                .forEach(each -> flags.add(opens("java.base/java." + each)));
        return Contender.of(name, Home.of("bench-peers/" + release), OWN + "fst.FstProvider")
                .withFlags(flags);
    }

    private static String opens(String packageName) {
        return "--add-opens=" + packageName + "=ALL-UNNAMED";
    }

    private static Contender references(Contender contender, double price, double media, double user) {
        return contender
                .withReference(Workload.PRICE.roundTrip(), price)
                .withReference(Workload.MEDIA.roundTrip(), media)
                .withReference(Workload.USER.roundTrip(), user);
    }

    @Override
    public List<String> caseNames(Options options) {
        List<String> names = new ArrayList<>(List.of(FIRST_WARM, FIRST_COLD));
        for (Workload each : Workload.values()) {
            names.addAll(List.of(each.label(), each.encode(), each.decode(), each.roundTrip()));
        }
        return names;
    }

    @Override
    public List<Goal> goals() {
        List<Goal> goals = new ArrayList<>();
        String fory = FORY + "," + FORY_FIXED;
        for (Workload each : Workload.values()) {
            if (each.isObjects()) {
                goals.add(Goal.of("", TELLASK, each.roundTrip()).over(LIMIT).atMost(1.35));
                goals.add(Goal.of("", TELLASK, each.roundTrip()).over(fory));
                goals.add(Goal.of("", TELLASK_REFERENCES, each.roundTrip())
                        .over(fory)
                        .atMost(1));
            } else {
                goals.add(Goal.of("", TELLASK, each.roundTrip()).over(fory).atMost(1 / 0.95));
            }
            goals.add(Goal.of(Run.BYTES, TELLASK + "," + TELLASK_REFERENCES, each.encode())
                    .over(fory + ",protobuf")
                    .atMost(1));
            goals.add(Goal.of(Run.ALLOCATED, TELLASK, each.decode()).over(LIMIT).atMost(1.05));
        }
        String[] objects = Stream.of(Workload.values())
                .filter(Workload::isObjects)
                .map(Workload::roundTrip)
                .toArray(String[]::new);
        goals.add(Goal.of("", TELLASK, objects).over(fory).atMost(1 / 1.2));
        goals.add(Goal.of(Run.BYTES, TELLASK, Workload.PRICE.encode()).atMost(80));
        goals.add(Goal.of(Run.BYTES, TELLASK, Workload.MEDIA.encode()).atMost(205));
        goals.add(Goal.of(Run.BYTES, TELLASK, Workload.USER.encode()).atMost(155));
        goals.add(Goal.of("", TELLASK, FIRST_WARM).atMost(20_000));
        return goals;
    }

    @Override
    public Map<String, Object> effort(Options options) {
        Map<String, Object> numbers = new LinkedHashMap<>();
        numbers.put("rounds", options.rounds(ROUNDS));
        numbers.putAll(CodecTurns.effort(options));
        return numbers;
    }

    @Override
    public void plan(Options options, Turns turns) {
        CodecTurns all = new CodecTurns(options, turns);
        for (int round = 1; round <= options.rounds(ROUNDS); round++) {
            for (Workload workload : Workload.values()) {
                for (Contender contender : contenders()) {
                    if (isDue(contender.name(), workload, round, options)) {
                        all.add(round, workload, contender);
                    }
                }
            }
        }
        boolean isFull = options.rounds(ROUNDS) >= ROUNDS;
        for (Contender contender : contenders()) {
            for (String label : List.of(FIRST_WARM, FIRST_COLD)) {
                boolean isDue = isFull || JUDGED.contains(contender.name());
                boolean isWanted = options.wantsContender(contender.name()) && options.wantsCase(label);
                if (isDue && isWanted && !WRITTEN_AHEAD.contains(contender.name())) {
                    all.addFirst(label, contender, isFull);
                }
            }
        }
    }

    /** What was asked for by name has each of its turns; else contenders that goals are computed from come first. */
    static boolean isDue(String name, Workload workload, int round, Options options) {
        boolean isWanted = options.wantsContender(name)
                && options.wantsCase(workload.label(), workload.encode(), workload.decode(), workload.roundTrip());
        if (!isWanted || !options.contenders().isEmpty()) {
            return isWanted;
        }
        boolean wide = options.rounds(ROUNDS) >= ROUNDS || !options.cases().isEmpty();
        boolean isMain = JUDGED.contains(name)
                && !Arrays.asList(FORY_FIXED, FORY_REFERENCES).contains(name);
        if (workload.isObjects()) {
            boolean aside =
                    workload == Workload.MEDIA_STANDARD && options.cases().isEmpty();
            boolean once = round == 1 && !aside && (wide || workload == Workload.PRICE);
            return once || (wide ? JUDGED.contains(name) : isMain);
        }
        boolean judged = isMain && !name.equals(TELLASK_REFERENCES) && round <= COPY_ROUNDS;
        boolean typical = workload == Workload.INTS || workload == Workload.STRING_LONG;
        return judged && (wide || typical) || COPYING.contains(name) && round == 1 && wide;
    }
}
