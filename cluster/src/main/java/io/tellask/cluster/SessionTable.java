package io.tellask.cluster;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What clients were answered, so that a command that is appended once more is not applied once more. Part of the replicated state: which
 * session gives way where there are too many depends on nothing but the commands, so the bounds are the same at every member. Used by one thread.
 */
final class SessionTable {
    /** Sessions at a time; the one that was used least lately gives way. */
    static final int MOST_SESSIONS = 10_000;

    /** Answers of a session that its client has not said that it has. */
    static final int MOST_ANSWERS = 1_024;

    /** Bytes of those; one answer more may pass it. */
    static final long MOST_ANSWER_BYTES = 8L << 20;

    /** Bytes of the answers of all sessions; beyond, those that were used least lately give way. */
    static final long MOST_BYTES = 64L << 20;

    private final LinkedHashMap<Long, Session> sessions = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    private static final class Session {
        long last; // number of the command that was applied last
        final ArrayDeque<byte[]> answers = new ArrayDeque<>(0); // of the commands up to it
        long bytes; // of the answers

        long oldest() {
            return last - answers.size() + 1;
        }

        void add(byte[] answer) {
            answers.add(answer);
            bytes += answer.length;
        }

        boolean isFull() {
            return answers.size() >= MOST_ANSWERS || bytes >= MOST_ANSWER_BYTES;
        }
    }

    /** Runs the command of a session. */
    interface Applied {
        byte[] apply(byte[] command);
    }

    /** Opens a session, whose number is the index of the command that asked for it. */
    byte[] open(long index) {
        sessions.put(index, new Session());
        makeRoom();
        return Entries.applied(index);
    }

    /** Applies commands unless they have been, and gives the answer of each. */
    List<byte[]> apply(Entries.InSession entry, Applied machine) {
        Session session = sessions.get(entry.session());
        if (session != null) {
            forget(session, entry.oldest());
        }
        List<byte[]> answers = new ArrayList<>(entry.commands().size());
        long number = entry.first();
        for (byte[] command : entry.commands()) {
            answers.add(
                    session == null ? Entries.refused(Entries.NO_SESSION) : apply(session, number++, command, machine));
        }
        makeRoom();
        return answers;
    }

    private byte[] apply(Session session, long number, byte[] command, Applied machine) {
        if (number <= session.last) {
            byte[] known = answer(session, number);
            return known == null ? Entries.refused(Entries.ALREADY_ANSWERED) : known;
        }
        if (number > session.last + 1) {
            return Entries.refused(Entries.OUT_OF_ORDER);
        }
        if (session.isFull()) {
            return Entries.refused(Entries.TOO_MANY);
        }
        byte[] answer = Entries.applied(machine.apply(command));
        session.last = number;
        session.add(answer);
        bytes += answer.length;
        return answer;
    }

    private void forget(Session session, long oldest) {
        while (session.oldest() < oldest && !session.answers.isEmpty()) {
            int forgotten = session.answers.remove().length;
            session.bytes -= forgotten;
            bytes -= forgotten;
        }
    }

    private static byte @Nullable [] answer(Session session, long number) {
        long skipped = number - session.oldest();
        return skipped < 0
                ? null
                : session.answers.stream().skip(skipped).findFirst().orElse(null);
    }

    private void makeRoom() {
        Iterator<Session> leastLately = sessions.values().iterator();
        while ((sessions.size() > MOST_SESSIONS || bytes > MOST_BYTES) && sessions.size() > 1) {
            bytes -= leastLately.next().bytes;
            leastLately.remove();
        }
    }

    int size() {
        return sessions.size();
    }

    /** In the order in which they give way. */
    void writeTo(DataOutput out) throws IOException {
        out.writeInt(sessions.size());
        for (Map.Entry<Long, Session> each : sessions.entrySet()) {
            Session session = each.getValue();
            out.writeLong(each.getKey());
            out.writeLong(session.last);
            out.writeInt(session.answers.size());
            for (byte[] answer : session.answers) {
                out.writeInt(answer.length);
                out.write(answer);
            }
        }
    }

    void readFrom(DataInput in) throws IOException {
        sessions.clear();
        bytes = 0;
        for (int count = in.readInt(); count > 0; count--) {
            long number = in.readLong();
            Session session = new Session();
            session.last = in.readLong();
            for (int answers = in.readInt(); answers > 0; answers--) {
                byte[] answer = new byte[in.readInt()];
                in.readFully(answer);
                session.add(answer);
            }
            bytes += session.bytes;
            sessions.put(number, session);
        }
    }
}
