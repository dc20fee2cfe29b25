package io.tellask.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionTableTest {
    private final SessionTable table = new SessionTable();
    private int applied;

    private byte[] apply(long session, long number, long oldest, int answerBytes) {
        return apply(session, number, oldest, answerBytes, 1).getFirst();
    }

    private List<byte[]> apply(long session, long first, long oldest, int answerBytes, int commands) {
        Entries.InSession together =
                new Entries.InSession(session, first, oldest, Collections.nCopies(commands, new byte[0]));
        return table.apply(together, command -> {
            applied++;
            return new byte[answerBytes];
        });
    }

    private byte tag(long session, long number, long oldest) {
        return apply(session, number, oldest, 1)[0];
    }

    @Test
    void aCommandIsAppliedOnceAndInOrder() {
        table.open(7);
        assertThat(tag(7, 1, 1)).isEqualTo(Entries.APPLIED);
        assertThat(tag(7, 1, 1)).isEqualTo(Entries.APPLIED);
        assertThat(tag(7, 3, 1)).isEqualTo(Entries.OUT_OF_ORDER);
        assertThat(tag(7, 2, 2)).isEqualTo(Entries.APPLIED);
        assertThat(tag(7, 1, 2)).isEqualTo(Entries.ALREADY_ANSWERED);
        assertThat(tag(7, 0, 2)).isEqualTo(Entries.ALREADY_ANSWERED);
        assertThat(tag(8, 1, 1)).isEqualTo(Entries.NO_SESSION);
        assertThat(applied).isEqualTo(2);
    }

    @Test
    void ofCommandsThatComeTogetherEachIsAppliedOnce() {
        table.open(7);
        assertThat(apply(7, 1, 1, 1, 3)).extracting(each -> each[0]).containsOnly(Entries.APPLIED);
        assertThat(applied).isEqualTo(3);
        assertThat(apply(7, 2, 3, 1, 4))
                .extracting(each -> each[0])
                .containsExactly(Entries.ALREADY_ANSWERED, Entries.APPLIED, Entries.APPLIED, Entries.APPLIED);
        assertThat(applied).isEqualTo(5);
        assertThat(apply(7, 7, 3, 1, 2)).extracting(each -> each[0]).containsOnly(Entries.OUT_OF_ORDER);
        assertThat(apply(8, 1, 1, 1, 2)).extracting(each -> each[0]).containsOnly(Entries.NO_SESSION);
        assertThat(applied).isEqualTo(5);
    }

    @Test
    void unheardAnswersOfASessionAreBoundedByCount() {
        table.open(1);
        for (int number = 1; number <= SessionTable.MOST_ANSWERS; number++) {
            assertThat(tag(1, number, 1)).isEqualTo(Entries.APPLIED);
        }
        assertThat(tag(1, SessionTable.MOST_ANSWERS + 1, 1)).isEqualTo(Entries.TOO_MANY);
        assertThat(tag(1, SessionTable.MOST_ANSWERS + 1, 2)).isEqualTo(Entries.APPLIED);
    }

    @Test
    void unheardAnswersOfASessionAreBoundedByBytes() {
        table.open(1);
        apply(1, 1, 1, (int) SessionTable.MOST_ANSWER_BYTES - 2); // and a tag
        assertThat(tag(1, 2, 1)).isEqualTo(Entries.APPLIED);
        assertThat(tag(1, 3, 1)).isEqualTo(Entries.TOO_MANY);
        assertThat(tag(1, 3, 2)).isEqualTo(Entries.APPLIED);
    }

    @Test
    void theSessionUsedLeastLatelyGivesWay() {
        for (int session = 1; session <= SessionTable.MOST_SESSIONS; session++) {
            table.open(session);
        }
        assertThat(tag(1, 1, 1)).isEqualTo(Entries.APPLIED);
        table.open(SessionTable.MOST_SESSIONS + 1);
        assertThat(table.size()).isEqualTo(SessionTable.MOST_SESSIONS);
        assertThat(tag(2, 1, 1)).isEqualTo(Entries.NO_SESSION);
        assertThat(tag(1, 2, 1)).isEqualTo(Entries.APPLIED);
    }

    @Test
    void sessionsGiveWayWhereTheirAnswersTakeTooMuch() {
        int most = (int) (SessionTable.MOST_BYTES / SessionTable.MOST_ANSWER_BYTES);
        for (int session = 1; session <= most + 1; session++) {
            table.open(session);
            apply(session, 1, 1, (int) SessionTable.MOST_ANSWER_BYTES);
        }
        assertThat(tag(1, 2, 1)).isEqualTo(Entries.NO_SESSION);
        assertThat(tag(most + 1, 2, 2)).isEqualTo(Entries.APPLIED);
    }

    @Test
    void isTheSameAfterASnapshot() throws IOException {
        table.open(1);
        table.open(2);
        tag(1, 1, 1);
        tag(1, 2, 1);
        byte[] written = written(table);
        SessionTable other = new SessionTable();
        other.readFrom(new DataInputStream(new ByteArrayInputStream(written)));
        assertThat(written(other)).isEqualTo(written);
        assertThat(other.apply(new Entries.InSession(1, 2, 2, List.of(new byte[0])), command -> new byte[9]))
                .containsExactly(new byte[] {Entries.APPLIED, 0});
    }

    private static byte[] written(SessionTable table) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        table.writeTo(new DataOutputStream(out));
        return out.toByteArray();
    }
}
