/** Where a Unix system shows processes, devices and itself as if they were files: of the process that reads, which is the editor's. */
const systemFolders = /^\/(?:proc|sys|dev(?!\/shm\/))(?:\/|$)/;
/** Names that are devices in every folder of Windows, whatever their ending. */
const deviceName = /(?:^|[\\/])(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?:\.[^\\/]*)?\s*(?:[\\/]|$)/i;
const namespace = /^[\\/]{2}[.?][\\/]/;
const server = /^[\\/]{2}([^\\/]+)[\\/]/;

/**
 * Why a full path can be no file of a person's, in words for the agent; undefined when it can. Looked at before anything on the
 * disk is touched: to open another machine's share tells it who asks, and a device may never end. `roots`: whose machines are known.
 */
export function noFile(path: string, os: NodeJS.Platform, roots: readonly string[]): string | undefined {
  if (os !== "win32") return systemFolders.test(path) ? "it belongs to the system" : undefined;
  if (namespace.test(path) || deviceName.test(path)) return "it names a device";
  const host = serverOf(path);
  return host === undefined || roots.some((root) => serverOf(root) === host) ? undefined : "it lies on another machine";
}

function serverOf(path: string): string | undefined {
  return server.exec(path)?.[1]?.toLowerCase();
}
