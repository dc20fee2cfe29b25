package io.tellask.cluster.jgroups;

import io.tellask.cluster.LeaseContract;
import io.tellask.cluster.LogEngine;

class JGroupsLeaseTest extends LeaseContract {
    @Override
    protected LogEngine engine() {
        return new JGroupsEngine();
    }
}
