import type { Transport } from "./types.js";
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
export declare const webSocketTransport: (Socket: WebSocketClass) => Transport;
