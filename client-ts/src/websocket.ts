import type { Transport } from "./types.ts";

/** What is needed of the class `WebSocket`. */
export type WebSocketClass = new (url: string) => {
  binaryType: string;
  onopen: ((event: any) => void) | null;
  onmessage: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
  onerror: ((event: any) => void) | null;
  send(bytes: any): void;
  close(): void;
};

/** Carries the bytes in binary messages; where one ends means nothing. */
export const webSocketTransport =
  (Socket: WebSocketClass): Transport =>
  (url, events) => {
    const socket = new Socket(url.href.replace(/^http/, "ws"));
    socket.binaryType = "arraybuffer";
    socket.onopen = () => events.open();
    socket.onmessage = ({ data }) => events.bytes(new Uint8Array(data));
    socket.onerror = () => undefined; // it closes, too, and says more then
    socket.onclose = ({ code, reason }) => events.ended(`websocket: code=${code} ${reason}`);
    return {
      send: (bytes) => socket.send(bytes),
      close: () => socket.close(),
    };
  };
