package io.tellask.examples.cloud;

import io.tellask.actor.ActorSystem;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.Server;
import io.tellask.typescript.ContractModules;
import io.tellask.web.ResourcePath;
import io.tellask.web.WebMode;
import io.tellask.web.Website;

/** Serves the cloud and its page at one port. */
public final class CloudServer {
    private CloudServer() {}

    /**
     * Starts a server that belongs to the actor system.
     *
     * @param address such as {@code any://127.0.0.1:8080/tellask}
     */
    public static Server start(ActorSystem system, String address, WebMode mode) {
        ResourcePath resources = ResourcePath.builder()
                .classPath("cloud")
                .file("/contracts.js", ContractModules.of(Cloud.class).javascript())
                .classPath()
                .build();
        Website site = Website.builder().resources(resources).mode(mode).build();
        return Server.builder(system)
                .publish("cloud", Cloud.class, system.spawn(CloudRoom.class, CloudActor::new))
                .transport(DetectingTransport.builder().pages(site).build())
                .listen(address)
                .start();
    }

    /** Arguments: the address, or none for {@code any://127.0.0.1:8080/tellask}. */
    public static void main(String[] args) throws InterruptedException {
        String address = args.length > 0 ? args[0] : "any://127.0.0.1:8080/tellask";
        try (ActorSystem system = ActorSystem.create();
                Server server = start(system, address, WebMode.current())) {
            System.out.println("open http://" + server.address().getAuthority() + "/");
            system.awaitTermination();
        }
    }
}
