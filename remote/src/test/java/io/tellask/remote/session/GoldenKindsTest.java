package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.remote.frame.FrameType;
import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which frames the golden files have. */
class GoldenKindsTest {
    @Test
    void goldenFilesHoldEveryKindThatIsSent() throws IOException {
        String all = Files.readString(GoldenFramesTest.FOLDER.resolve("session.hex"))
                + Files.readString(GoldenFramesTest.FOLDER.resolve("references.hex"))
                + Files.readString(GoldenFramesTest.FOLDER.resolve("traces.hex"))
                + Files.readString(GoldenFramesTest.FOLDER.resolve("watch.hex"))
                + Files.readString(GoldenFramesTest.FOLDER.resolve("ping.hex"));
        for (int kind : new int[] {
            FrameType.HELLO,
            FrameType.WELCOME,
            FrameType.CLOSE,
            FrameType.PING,
            FrameType.PONG,
            FrameType.LOOKUP,
            FrameType.CONTRACT,
            FrameType.SCHEMA,
            FrameType.CREDIT,
            FrameType.RELEASE,
            FrameType.RELEASED,
            FrameType.WATCH,
            FrameType.STOPPED,
            FrameType.TELL,
            FrameType.ASK,
            FrameType.ASK | FrameType.DEADLINE_FLAG,
            FrameType.OPEN,
            FrameType.TELL | FrameType.REFERENCES_FLAG,
            FrameType.ASK | FrameType.REFERENCES_FLAG,
            FrameType.ASK | FrameType.DEADLINE_FLAG | FrameType.REFERENCES_FLAG,
            FrameType.OPEN | FrameType.REFERENCES_FLAG,
            FrameType.TELL | FrameType.TRACE_FLAG,
            FrameType.ASK | FrameType.TRACE_FLAG,
            FrameType.ASK | FrameType.DEADLINE_FLAG | FrameType.TRACE_FLAG,
            FrameType.OPEN | FrameType.TRACE_FLAG,
            FrameType.TELL | FrameType.REFERENCES_FLAG | FrameType.TRACE_FLAG,
            FrameType.ANSWER | FrameType.REFERENCES_FLAG,
            FrameType.ITEM | FrameType.REFERENCES_FLAG,
            FrameType.ANSWER,
            FrameType.ANSWER_NULL,
            FrameType.ANSWER_REFERENCE,
            FrameType.FAILURE,
            FrameType.REQUEST,
            FrameType.CANCEL,
            FrameType.ITEM,
            FrameType.ITEM_REFERENCE,
            FrameType.END,
            FrameType.FRAGMENT,
            FrameType.FRAGMENT_END
        }) {
            assertThat(all.lines().map(line -> line.split(" ")[1]).collect(Collectors.toSet()))
                    .contains(Transcript.nameOf(kind));
        }
    }
}
