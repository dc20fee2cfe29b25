package io.tellask.cluster.jgroups;

import io.tellask.cluster.LogEngine;
import io.tellask.cluster.actors.ActorHostContract;

class JGroupsActorHostTest extends ActorHostContract {
    @Override
    protected LogEngine engine() {
        return new JGroupsEngine();
    }
}
