import type { JournalStorage } from "../../src/journal/storage.ts";

/** A file system in memory that can be full, read-only or slow. */
export class MemoryStorage implements JournalStorage {
  readonly files = new Map<string, { bytes: Buffer; changedAt: number }>();
  /** Called before each write; what it throws is what the write rejects with. `size` in bytes. */
  beforeWrite: (path: string, size: number) => void = () => undefined;
  /** How much of a failing append is written all the same, in bytes. */
  tornAt = 0;
  now = 0;

  list(folder: string): Promise<readonly string[]> {
    const names = [...this.files.keys()].flatMap((path) =>
      path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1).split("/", 1)[0] ?? ""] : [],
    );
    return Promise.resolve([...new Set(names)]);
  }

  async put(path: string, bytes: Uint8Array): Promise<void> {
    await Promise.resolve();
    this.beforeWrite(path, bytes.length);
    this.files.set(path, { bytes: Buffer.from(bytes), changedAt: this.now });
  }

  async append(path: string, chunks: readonly Uint8Array[]): Promise<void> {
    await Promise.resolve();
    const file = this.files.get(path);
    if (!file) throw Object.assign(new Error("ENOENT: no such file"), { code: "ENOENT" });
    const added = Buffer.concat(chunks);
    try {
      this.beforeWrite(path, added.length);
    } catch (error) {
      file.bytes = Buffer.concat([file.bytes, added.subarray(0, this.tornAt)]);
      throw error;
    }
    file.bytes = Buffer.concat([file.bytes, added]);
    file.changedAt = this.now;
  }

  get(path: string): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.files.get(path)?.bytes);
  }

  async *read(path: string): AsyncIterable<Uint8Array> {
    const { bytes } = this.files.get(path) ?? {};
    if (!bytes) throw Object.assign(new Error("ENOENT: no such file"), { code: "ENOENT" });
    for (let from = 0; from < bytes.length; from += 4096) yield bytes.subarray(from, from + 4096);
  }

  stat(path: string): Promise<{ readonly size: number; readonly changedAt: number } | undefined> {
    const file = this.files.get(path);
    return Promise.resolve(file && { size: file.bytes.length, changedAt: file.changedAt });
  }

  remove(path: string): Promise<void> {
    this.files.delete(path);
    return Promise.resolve();
  }
}
