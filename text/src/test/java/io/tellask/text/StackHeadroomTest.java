package io.tellask.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StackHeadroomTest {
    private static final int ROUNDS = 100; // interpreted at first, compiled in the end
    private static final int TRIES = 1_000;
    private static final int FRAMES = 8;

    private boolean ended;
    private int unwound;
    private int refused;
    private int broken;
    private int admitted;

    @Test
    void whatIsAdmittedFindsStackForWhatAsksForLess() throws InterruptedException {
        Thread plain = new Thread(null, this::overflow, "overflowing", 128 * 1024);
        plain.start();
        plain.join();
        Thread.ofVirtual().start(this::overflow).join();
        assertThat(refused).as("refused near the end of the stack").isPositive();
        assertThat(admitted).as("admitted further away").isPositive();
        assertThat(broken).as("admitted without stack for what follows").isZero();
    }

    @Test
    void framesAreAsLargeAsTheyAreSaidToBe() throws IOException {
        Map<String, Integer> slots = new TreeMap<>();
        try (InputStream bytes = StackFrames.class.getResourceAsStream("StackFrames.class")) {
            ClassFile.of()
                    .parse(bytes.readAllBytes())
                    .methods()
                    .forEach(method -> slots.put(
                            method.methodName().stringValue(),
                            ((CodeAttribute) method.code().orElseThrow()).maxLocals()));
        }
        assertThat(slots)
                .containsEntry("ofTwoPages", 2 * 512)
                .containsEntry("ofThreePages", 3 * 512)
                .containsEntry("ofFourPages", 4 * 512)
                .containsEntry("ofSixPages", 6 * 512);
    }

    private void overflow() {
        for (int round = 0; round < ROUNDS; round++) {
            ended = false;
            unwound = 0;
            descend();
        }
    }

    private void descend() {
        if (!ended) {
            try {
                descend();
            } catch (StackOverflowError end) {
                ended = true;
            }
        }
        if (unwound++ < TRIES) {
            attempt();
        }
    }

    private void attempt() {
        try {
            StackHeadroom.forSettling();
        } catch (StackOverflowError tooLittle) {
            refused++;
            return;
        }
        try {
            nested(FRAMES);
            admitted++;
        } catch (StackOverflowError end) {
            broken++;
        }
    }

    private void nested(int frames) {
        if (frames > 0) {
            nested(frames - 1);
        } else {
            StackHeadroom.forCall();
            StackHeadroom.forMessage();
            StackHeadroom.forTask();
        }
    }
}
