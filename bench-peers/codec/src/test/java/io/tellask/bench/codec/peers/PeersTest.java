package io.tellask.bench.codec.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.BenchMain;
import io.tellask.bench.codec.Engine;
import io.tellask.bench.codec.Subject;
import io.tellask.bench.codec.Workload;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the bench measures gives back what was put in, also under JMH. */
class PeersTest {
    private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());

    private static final String CONTENDERS =
            "fory,fory-fixed,fory-references,fory-compatible,kryo,kryo-references,protobuf,sbe,jackson-json,jackson-cbor,jdk";

    @ParameterizedTest
    @CsvSource({
        "Kryo, kryo",
        "Kryo, kryo-references",
        "Stream, jackson-json",
        "Stream, jackson-cbor",
        "Stream, jdk",
        "Fory, fory"
    })
    void givesBackEveryWorkload(String provider, String contender) throws Exception {
        givesBack(provider, contender, Workload.values());
    }

    @Test
    void protobufGivesBackWhatHasAMessage() throws Exception {
        givesBack("Protobuf", "protobuf", Workload.PRICE, Workload.MEDIA, Workload.MEDIA_STANDARD, Workload.USER);
    }

    private static void givesBack(String provider, String contender, Workload... workloads) throws Exception {
        for (Workload workload : workloads) {
            Object value = workload.value();
            Subject subject = open(provider, contender).meet(workload.root(), workload.types(), value);

            subject.encode(value);
            Object decoded = subject.decode(subject.encoded());

            assertThat(decoded).as(workload.label()).isNotNull();
            workload.checksum(value, decoded);
        }
    }

    @Test
    @Timeout(120)
    void measuresEveryContender(@TempDir Path folder) throws Exception {
        Path json = folder.resolve("codec.json");
        List<String> arguments =
                List.of("codec", "--tiny", "--case", "price", "--contender", CONTENDERS, "--json", json.toString());

        int code = BenchMain.run(arguments, NOWHERE, NOWHERE);

        assertThat(code).isZero();
        assertThat(Files.readString(json))
                .contains("\"contender\": \"fory\"", "\"contender\": \"fory-compatible\"")
                .contains("\"contender\": \"kryo\"", "\"contender\": \"protobuf\"", "\"contender\": \"sbe\"")
                .contains("\"contender\": \"jackson-json\"", "\"contender\": \"jackson-cbor\"")
                .doesNotContain("checksums differ", "unavailable");
    }

    @Test
    @Timeout(120)
    void priceUpdatesHoldWhatWasWritten(@TempDir Path folder) throws Exception {
        Path json = folder.resolve("struct.json");
        List<String> arguments = List.of("struct", "--tiny", "--contender", "sbe,protobuf", "--json", json.toString());

        int code = BenchMain.run(arguments, NOWHERE, NOWHERE);

        assertThat(code).isZero();
        assertThat(Files.readString(json))
                .contains("price-encode", "price-decode", "price-write", "price-read")
                .contains("\"contender\": \"sbe\"", "\"contender\": \"protobuf\"")
                .doesNotContain("unavailable");
    }

    @Test
    @Timeout(120)
    void tellsWhatColdContendersNeed(@TempDir Path folder) throws Exception {
        Path json = folder.resolve("codec.json");
        String cases = "cold,classes-500,compiled";
        List<String> arguments =
                List.of("codec", "--tiny", "--case", cases, "--contender", "fory,kryo,jdk", "--json", json.toString());

        int code = BenchMain.run(arguments, NOWHERE, NOWHERE);

        assertThat(code).isZero();
        assertThat(Files.readString(json))
                .contains("\"case\": \"cold-100k\"", "\"case\": \"classes-500\"", "\"case\": \"compiled\"")
                .contains("\"contender\": \"jdk\"")
                .doesNotContain("unavailable");
    }

    private static Engine open(String provider, String contender) {
        return Engine.open("io.tellask.bench.codec.peers." + provider + "Provider", contender);
    }
}
