// The SDK's server side, for the demo agent when it is reached by an address. A bundle of its own (dist/sdkServer.cjs).
export { createNodeHttpHandler, createNodeWebSocketUpgradeHandler } from "@agentclientprotocol/sdk/experimental/node";
export { AcpServer } from "@agentclientprotocol/sdk/experimental/server";
