package io.tellask.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.contract.Contract;
import io.tellask.actor.contract.ContractMethod;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MethodSignatureTest {
    @Test
    void genericTypesStayWhole() {
        MethodSignature signature =
                MethodSignature.parse("put(java.util.Map<java.lang.String, java.util.List<int[]>>,int)void");

        assertThat(signature.name()).isEqualTo("put");
        assertThat(signature.parameters())
                .isEqualTo(List.of("java.util.Map<java.lang.String, java.util.List<int[]>>", "int"));
        assertThat(signature.isTell()).isTrue();
        assertThat(MethodSignature.parse("stop()void").parameters()).isEmpty();
        assertThat(MethodSignature.parse("add( int , int )").parameters()).containsExactly("int", "int");
    }

    @Test
    void signaturesOfContractsAreTakenApartAndPutTogetherAgain() {
        for (ContractMethod method : Contract.of(Directory.class).methods()) {
            assertThat(MethodSignature.parse(method.signature())).hasToString(method.signature());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "add", "(int)", "add)int(", "add(int"})
    void otherTextsAreRefused(String text) {
        assertThatThrownBy(() -> MethodSignature.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
