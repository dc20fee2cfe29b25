package io.tellask.cluster.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.Test;

class NamedPeersTest {
    private static final InetSocketAddress HERE = InetSocketAddress.createUnresolved("127.0.0.1", 7601);
    private static final InetSocketAddress ELSEWHERE = InetSocketAddress.createUnresolved("192.0.2.1", 7602);

    @Test
    void hostsThatHadNoAddressAreLookedUp() throws Exception {
        NamedPeers peers = new NamedPeers(List.of(HERE, ELSEWHERE), false);
        assertThat(peers.getInitialHosts())
                .containsExactly(
                        new IpAddress(InetAddress.getByName("127.0.0.1"), 7601),
                        new IpAddress(InetAddress.getByName("192.0.2.1"), 7602));
    }

    @Test
    void nobodyIsLookedForBeyondLoopbackInPlainText() throws Exception {
        NamedPeers peers = new NamedPeers(List.of(HERE, ELSEWHERE), true);
        assertThat(peers.getInitialHosts()).containsExactly(new IpAddress(InetAddress.getByName("127.0.0.1"), 7601));
    }
}
