package io.tellask.cluster.aeron;

import io.tellask.cluster.LeaseContract;
import io.tellask.cluster.LogEngine;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class AeronLeaseTest extends LeaseContract {
    @Override
    protected LogEngine engine() {
        return new PatientEngine();
    }
}
