package io.tellask.cluster.jgroups;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * The term that a member has reached and whom it voted for in it: what it must never forget. Two slots take turns, so that a write that is cut
 * short leaves the one before. Used by one thread at a time.
 */
final class VoteFile implements AutoCloseable {
    private static final int SLOT = 1024;
    private static final int HEADER = 4 + 8 + 8 + 4; // check, turn, term, length

    private final RandomAccessFile data;
    private long turn;
    private long term;
    private byte[] vote = {};

    private VoteFile(RandomAccessFile data) {
        this.data = data;
    }

    /** Whether there is no file, or one of a member that no group has talked to: then its log is empty, too. */
    static boolean isNew(Path file) throws IOException {
        if (!Files.exists(file)) {
            return true;
        }
        try (VoteFile votes = open(file)) {
            return votes.term() == 0;
        }
    }

    static VoteFile open(Path file) throws IOException {
        VoteFile votes = new VoteFile(new RandomAccessFile(file.toFile(), "rw"));
        boolean any = votes.read(0) | votes.read(SLOT);
        if (votes.data.length() > 0 && !any) {
            votes.close();
            throw new IOException("file is damaged: file=" + file.getFileName() + "; " + RaftLog.RESET);
        }
        return votes;
    }

    private boolean read(int at) throws IOException {
        if (data.length() < at + SLOT) {
            return false;
        }
        byte[] bytes = new byte[SLOT];
        data.seek(at);
        data.readFully(bytes);
        ByteBuffer slot = ByteBuffer.wrap(bytes);
        if (slot.getInt(0) != check(slot)) {
            return false;
        }
        slot.position(4);
        long itsTurn = slot.getLong();
        if (itsTurn >= turn) {
            turn = itsTurn;
            term = slot.getLong();
            vote = new byte[slot.getInt()];
            slot.get(vote);
        }
        return true;
    }

    private static int check(ByteBuffer slot) {
        CRC32C check = new CRC32C();
        check.update(slot.slice(4, SLOT - 4));
        return (int) check.getValue();
    }

    long term() {
        return term;
    }

    /** Whom the member voted for in its term, as bytes; none where it has not voted. */
    byte[] vote() {
        return vote;
    }

    /** Keeps both, on disk when this returns. */
    void write(long newTerm, byte[] newVote) throws IOException {
        if (newVote.length > SLOT - HEADER) {
            throw new IOException("vote is too long: length=" + newVote.length + ", limit=" + (SLOT - HEADER));
        }
        ByteBuffer slot = ByteBuffer.allocate(SLOT);
        slot.putInt(0).putLong(turn + 1).putLong(newTerm).putInt(newVote.length).put(newVote);
        slot.putInt(0, check(slot));
        data.seek((turn + 1) % 2 * SLOT);
        data.write(slot.array());
        data.getFD().sync();
        turn++;
        term = newTerm;
        vote = newVote;
    }

    @Override
    public void close() throws IOException {
        data.close();
    }
}
