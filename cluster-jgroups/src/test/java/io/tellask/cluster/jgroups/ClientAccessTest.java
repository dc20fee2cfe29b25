package io.tellask.cluster.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.FreePorts;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.MapMachine;
import io.tellask.cluster.RemoteStates;
import io.tellask.cluster.Replica;
import io.tellask.cluster.ReplicaClient;
import io.tellask.cluster.ReplicaService;
import io.tellask.cluster.ReplicatedMap;
import io.tellask.netty.TestAuthority;
import io.tellask.netty.TlsTransport;
import io.tellask.remote.Authenticator;
import io.tellask.remote.Client;
import io.tellask.remote.Credentials;
import io.tellask.remote.Principal;
import io.tellask.remote.Server;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may call a member: whom its server lets in, by TLS and credentials as everywhere else. */
class ClientAccessTest {
    @TempDir
    private Path folder;

    @Test
    void clientsShowWhatTheServersOfMembersAskFor() throws Exception {
        TestAuthority authority = new TestAuthority(folder, "services");
        TestAuthority.Issued own = authority.server("service");
        List<Integer> ports = FreePorts.take(2);
        Map<String, URI> services = Map.of("a", URI.create("tls://localhost:" + ports.get(1)));
        UnaryOperator<Client.Builder> trusting = client ->
                client.transport(TlsTransport.builder().trust(authority.file()).build());
        UnaryOperator<Client.Builder> known = client -> trusting.apply(client).credentials(Credentials.token("known"));
        try (ActorSystem system = ActorSystem.create()) {
            RemoteStates states = new RemoteStates(system, services, known);
            MapMachine machine = MapMachine.open("a", folder.resolve("state"), states);
            Map<String, InetSocketAddress> members =
                    Map.of("a", new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.get(0)));
            Replica replica =
                    Replica.open(new JGroupsEngine(), LogOptions.of("g", "a", members, folder.resolve("log")), machine);
            Server.builder(system)
                    .transport(TlsTransport.builder()
                            .certificate(own.chain(), own.key())
                            .build())
                    .authenticator(Authenticator.tokens(Map.of("known", Principal.of("shop"))))
                    .publish(ReplicaClient.NAME, ReplicaService.class, replica.service(system))
                    .listen(services.get("a"))
                    .start();
            try (ReplicaClient client = ReplicaClient.of(system, services, Duration.ofMinutes(1), known)) {
                ReplicatedMap.of(client, String.class, Integer.class)
                        .put("one", 1)
                        .join();
            }
            List<byte[]> parts = new ArrayList<>();
            states.fetch("a", parts::add);
            assertThat(parts).isNotEmpty();
            assertRefused(system, services, trusting, "credential");
            assertRefused(system, services, UnaryOperator.identity(), "authority");
            assertThatThrownBy(() -> new RemoteStates(system, services, trusting).fetch("a", parts::add))
                    .hasMessageContaining("credential");
            replica.close();
            machine.close();
        }
    }

    private static void assertRefused(
            ActorSystem system, Map<String, URI> services, UnaryOperator<Client.Builder> settings, String why) {
        Duration patience = Duration.ofMillis(500);
        ClusterException refusal = refusal(system, services, settings, patience);
        while (refusal.getCause() == null && patience.toSeconds() < 60) { // the member was not reached in time
            patience = patience.multipliedBy(2);
            refusal = refusal(system, services, settings, patience);
        }
        assertThat(refusal).hasMessageContaining(why);
    }

    private static ClusterException refusal(
            ActorSystem system, Map<String, URI> services, UnaryOperator<Client.Builder> settings, Duration patience) {
        try (ReplicaClient client = ReplicaClient.of(system, services, patience, settings)) {
            ClusterException refusal = assertThatThrownBy(
                            () -> client.query(new byte[1]).join())
                    .cause()
                    .asInstanceOf(InstanceOfAssertFactories.throwable(ClusterException.class))
                    .actual();
            assertThat(refusal.problem()).isEqualTo(Problem.NO_LEADER);
            return refusal;
        }
    }
}
