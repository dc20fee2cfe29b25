package io.tellask.bench.map.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.BenchMain;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs each peer on a few thousand users, in a process of its own with the flags it needs. */
@Tag("slow")
class StorePeersTest {
    @Test
    @Timeout(120)
    void readAndWriteTheSameAsTheHashMap(@TempDir Path folder) throws Exception {
        Path json = folder.resolve("store.json");
        PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());
        String contenders = "limit-hashmap,chronicle,lmdb,lmdb-batch,rocksdb,mapdb,mvstore";
        List<String> arguments = List.of(
                "store", "--tiny", "--contender", contenders, "--case", "operations", "--json", json.toString());

        int code = BenchMain.run(arguments, nowhere, nowhere);

        assertThat(code).isZero();
        assertThat(Files.readString(json))
                .contains(contenders.split(","))
                .contains("\"warnings\": []")
                .doesNotContain("unavailable");
    }
}
