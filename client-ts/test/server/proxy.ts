import { createServer, connect as open, type Socket } from "node:net";

/** A proxy on loopback that cuts its connections, or lets no WebSocket through. */
export interface Proxy {
  /** Host and port. */
  address: string;
  /** Where connections made from now on go, host and port. */
  target: string;
  /** Connections that were made by it. */
  connections: number;
  /** WebSockets that were let through. */
  upgrades: number;
  isWebSocketBlocked: boolean;
  /** Answers all other requests by 410. */
  isPollingBlocked: boolean;
  /** Takes connections and lets nothing through. */
  isSilent: boolean;
  cut(): void;
  close(): void;
}

export const startProxy = (target: string): Promise<Proxy> =>
  new Promise((resolve) => {
    const sockets = new Set<Socket>();
    const server = createServer((near) => {
      proxy.connections++;
      sockets.add(near);
      near.on("error", () => undefined);
      near.on("close", () => sockets.delete(near));
      if (proxy.isSilent) return;
      near.once("data", (first) => {
        if (/upgrade: *websocket/i.test(first.toString("latin1"))) {
          if (proxy.isWebSocketBlocked) {
            near.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
            return;
          }
          proxy.upgrades++;
        } else if (proxy.isPollingBlocked) {
          near.end("HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n");
          return;
        }
        const [host, port] = proxy.target.split(":");
        const far = open(Number(port), host);
        sockets.add(far);
        far.on("error", () => near.destroy());
        far.on("close", () => (sockets.delete(far), near.destroy()));
        near.on("close", () => far.destroy());
        far.write(first);
        near.pipe(far).pipe(near);
      });
    });
    const proxy: Proxy = {
      address: "",
      target,
      connections: 0,
      upgrades: 0,
      isWebSocketBlocked: false,
      isPollingBlocked: false,
      isSilent: false,
      cut: () => sockets.forEach((socket) => socket.destroy()),
      close: () => {
        proxy.cut();
        server.close();
      },
    };
    server.listen(0, "127.0.0.1", () => {
      proxy.address = `127.0.0.1:${(server.address() as { port: number }).port}`;
      resolve(proxy);
    });
  });
