package io.tellask.examples.auction;

import io.tellask.actor.ActorSystem;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.Server;
import io.tellask.typescript.ContractModules;
import io.tellask.web.ResourcePath;
import io.tellask.web.Website;
import java.nio.file.Path;

/** Serves the auction and its page at one port. */
public final class AuctionServer {
    /** Starts a server that belongs to the actor system. */
    public static Server start(ActorSystem system, Path pages, String address) {
        String contracts = ContractModules.of(Auction.class).javascript(); // what the page knows of the interface
        ResourcePath files = ResourcePath.builder()
                .file("/contracts.js", contracts)
                .folder(pages)
                .classPath() // what jars offer to pages: @tellask/client
                .build();
        Website site = Website.builder().resources(files).build();
        return Server.builder(system)
                .publish("auction", Auction.class, system.spawn(Auction.class, AuctionActor::new))
                .transport(DetectingTransport.builder().pages(site).build())
                .listen(address)
                .start();
    }

    public static void main(String[] args) throws InterruptedException {
        try (ActorSystem system = ActorSystem.create();
                Server server = start(system, Path.of("pages"), "any://127.0.0.1:8080/tellask")) {
            System.out.println("open http://" + server.address().getAuthority() + "/");
            system.awaitTermination();
        }
    }

    private AuctionServer() {}
}
