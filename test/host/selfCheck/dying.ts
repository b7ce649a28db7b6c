// Not a test of the product: the host suite runs it to see that the death of the extension host is told as a failure, although
// the editor itself then reports success.
describe("self check", () => {
  it("ends its own extension host on purpose", () => new Promise(() => process.kill(process.pid, "SIGKILL")));
});
