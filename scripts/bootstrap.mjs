// The door to every npm script of this project: `node scripts/bootstrap.mjs <what> [arguments]`.
// It brings what a fresh machine lacks (a newer Node, the packages of the lock file), then runs scripts/<what>.ts.
// Depends on nothing, runs on Node 20 and says so on an older one; all it prints goes to standard error.
// (No newer syntax in this file: an old Node must be able to read it as far as the sentence.)

const major = Number(process.versions.node.split(".")[0]);

if (major < 20) {
  console.error(
    `acp-subagents: Node ${process.versions.node} is too old. Install Node 20 or newer (https://nodejs.org) and run this again.`,
  );
  process.exitCode = 1;
} else {
  import("./setup.mjs")
    .then((setup) => setup.handOver(process.argv.slice(2)))
    .catch((error) => {
      console.error(error && error.name === "SetupError" ? `acp-subagents: ${error.message}` : error);
      process.exitCode = 1;
    });
}
