package io.tellask.cluster.aeron;

import io.tellask.cluster.LogEngine;
import io.tellask.cluster.actors.ActorHostContract;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class AeronActorHostTest extends ActorHostContract {
    @Override
    protected LogEngine engine() {
        return new PatientEngine();
    }
}
