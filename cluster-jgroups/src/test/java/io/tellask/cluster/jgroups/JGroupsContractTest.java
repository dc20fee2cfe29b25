package io.tellask.cluster.jgroups;

import io.tellask.cluster.LogEngine;
import io.tellask.cluster.ReplicatedLogContract;

class JGroupsContractTest extends ReplicatedLogContract {
    @Override
    protected LogEngine engine() {
        return new JGroupsEngine();
    }
}
