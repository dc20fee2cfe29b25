package io.tellask.bench.encoding;

import io.tellask.bench.encoding.CodecContender.Home;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The contenders of the codec suite, in the order in which they take turns. */
final class CodecContenders {
    /** References off, classes described before the first message: the configuration that the goals are about. */
    static final String TELLASK = "tellask";

    static final String TELLASK_REFERENCES = "tellask-references";
    static final String LIMIT = "limit-floor";
    static final String PROTOBUF = "protobuf";

    /** Fory without references, with and without its number compression. */
    static final List<String> FORY = List.of("fory", "fory-fixed");

    static final String FORY_REFERENCES = "fory-references";

    /** What has code for given classes only, written or generated before the program is compiled, and no first message. */
    static final Set<String> WRITTEN_AHEAD = Set.of(LIMIT, PROTOBUF, "sbe");

    private CodecContenders() {}

    static List<CodecContender> all() {
        return List.of(
                judged(TELLASK, Home.OWN, Map.of()),
                judged(TELLASK_REFERENCES, Home.OWN, Map.of()),
                judged(LIMIT, Home.OWN, Map.of()),
                judged("fory", Home.FORY, references(111, 258, 207)),
                judged("fory-fixed", Home.FORY, references(97, 233, 208)),
                judged(FORY_REFERENCES, Home.FORY, references(138, 325, 233)),
                other("tellask-strict", Home.OWN, Map.of()),
                other("tellask-strict-references", Home.OWN, Map.of()),
                other("tellask-standalone", Home.OWN, Map.of()),
                other("tellask-standalone-references", Home.OWN, Map.of()),
                other("fory-compatible", Home.FORY, Map.of()),
                other("kryo", Home.PEERS, references(270, 780, 422)),
                other("kryo-references", Home.PEERS, references(430, 1_120, 695)),
                other(PROTOBUF, Home.PEERS, references(299, 784, 720)),
                other("sbe", Home.SBE, Map.of(CodecCase.PRICE.label(), 111.0)),
                other("jackson-json", Home.PEERS, references(1_302, 2_798, 964)),
                other("jackson-cbor", Home.PEERS, references(1_030, 2_316, 969)),
                other("jdk", Home.PEERS, references(4_687, 14_072, 4_871)),
                other("fst304", Home.FST_304, references(328, 807, 540)),
                other("fst304-references", Home.FST_304, references(384, 935, 682)),
                other("fst257", Home.FST_257, references(300, 788, 514)),
                other("fst257-references", Home.FST_257, Map.of()));
    }

    private static CodecContender judged(String name, Home home, Map<String, Double> references) {
        return new CodecContender(name, home, true, references);
    }

    private static CodecContender other(String name, Home home, Map<String, Double> references) {
        return new CodecContender(name, home, false, references);
    }

    private static Map<String, Double> references(double price, double media, double user) {
        return Map.of(CodecCase.PRICE.label(), price, CodecCase.MEDIA.label(), media, CodecCase.USER.label(), user);
    }
}
