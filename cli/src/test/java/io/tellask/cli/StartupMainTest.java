package io.tellask.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StartupMainTest {
    @Test
    void trainsWithCommandsThatDoWhatTheyShould() throws Exception {
        assertThat(StartupMain.train()).containsExactly(0, 0, 2, 0, 0, 1, 0, 0, 0);
    }
}
