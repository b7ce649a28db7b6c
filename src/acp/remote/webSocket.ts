// The only file that imports `ws`, which takes headers where the platform's WebSocket does not. A bundle of its own
// (dist/webSocket.cjs), loaded with the first connection that needs it.
export { WebSocket, WebSocketServer } from "ws";
