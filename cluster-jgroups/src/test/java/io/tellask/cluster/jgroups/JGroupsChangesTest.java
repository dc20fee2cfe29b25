package io.tellask.cluster.jgroups;

import io.tellask.cluster.GroupChangesContract;
import io.tellask.cluster.LogEngine;

class JGroupsChangesTest extends GroupChangesContract {
    @Override
    protected LogEngine engine() {
        return new JGroupsEngine();
    }
}
