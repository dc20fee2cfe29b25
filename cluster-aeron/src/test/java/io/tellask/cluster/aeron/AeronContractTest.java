package io.tellask.cluster.aeron;

import io.tellask.cluster.LogEngine;
import io.tellask.cluster.ReplicatedLogContract;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class AeronContractTest extends ReplicatedLogContract {
    @Override
    protected LogEngine engine() {
        return new PatientEngine();
    }
}
