package io.tellask.actor.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LingerCreditTest {
    private final LingerCredit credit = new LingerCredit();

    private void lingerInVain(int times) {
        for (int i = 0; i < times; i++) {
            assertThat(credit.shouldLinger()).isTrue();
            credit.lingeredInVain();
        }
    }

    @Test
    void lingersUntilItWasInVainSoOften() {
        lingerInVain(LingerCredit.VAIN_ATTEMPTS);
        assertThat(credit.shouldLinger()).isFalse();
    }

    @Test
    void oneSuccessBringsAllCreditBack() {
        lingerInVain(LingerCredit.VAIN_ATTEMPTS - 1);
        credit.paidOff();
        lingerInVain(LingerCredit.VAIN_ATTEMPTS);
        assertThat(credit.shouldLinger()).isFalse();
        credit.paidOff();
        assertThat(credit.shouldLinger()).isTrue();
    }

    @Test
    void triesOnceInAWhileWithoutCredit() {
        lingerInVain(LingerCredit.VAIN_ATTEMPTS);
        for (int round = 0; round < 3; round++) {
            for (int i = 1; i < LingerCredit.PROBE_INTERVAL; i++) {
                assertThat(credit.shouldLinger()).isFalse();
            }
            assertThat(credit.shouldLinger()).isTrue();
            credit.lingeredInVain();
        }
    }
}
