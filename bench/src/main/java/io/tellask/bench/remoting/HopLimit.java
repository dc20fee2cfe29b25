package io.tellask.bench.remoting;

import io.tellask.bench.spi.Commands;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * {@code limit-hop}: the receiver of {@link ObjectLimit} with a thread of its own for the targets. The reading thread puts the
 * message objects of a read into a mailbox; the other takes them, appends answers to a buffer, and writes it when it is full or
 * the mailbox is empty. The caller is that of {@code limit-object}.
 */
public final class HopLimit {
    private HopLimit() {}

    /** The receiver. */
    public static final class Service extends ObjectLimit.Service {
        private static final int MAILBOX_MESSAGES = 8_192;

        private final Mailbox<Add> mailbox = new Mailbox<>(new Add[MAILBOX_MESSAGES]);
        private final ByteBuffer answers = ByteBuffer.allocateDirect(BUFFER_BYTES);
        private volatile @Nullable SocketChannel connection;

        private Service(String label) throws IOException {
            super(label);
            Thread.ofPlatform().daemon().name("limit-actor").start(this::receiveAll);
        }

        public static void main(String[] args) {
            Commands.run(args, words -> Commands.Opened.at(new Service(words[0]).start()));
        }

        @Override
        void serve(SocketChannel channel) throws IOException {
            connection = channel;
            super.serve(channel);
        }

        @Override
        void handle(ByteBuffer in, ByteBuffer out) {
            mailbox.put(read(in));
        }

        @Override
        void handled() {
            mailbox.publish();
        }

        private void receiveAll() {
            long taken = 0;
            while (true) {
                taken = mailbox.takeAll(taken, this::receive);
                if (!mailbox.hasMoreThan(taken)) {
                    writeAnswers();
                }
            }
        }

        private void receive(Add message) {
            if (answers.remaining() < ObjectLimit.REPLY_BYTES) {
                writeAnswers();
            }
            answer(message, answers);
        }

        /** Answers to a caller that is gone are dropped; the reading thread meets the end of its connection too. */
        private void writeAnswers() {
            try {
                drain(Objects.requireNonNull(connection), answers);
            } catch (IOException e) {
                System.err.println("limit actor: answers lost: " + e);
                answers.clear();
            }
        }
    }
}
