import { formatSize } from "../src/base/numbers.ts";
import { t } from "../src/base/words.ts";
import { maxImageBytes, promptImageTypes } from "../src/shared/attachments.ts";
import type { ComposerView } from "../src/shared/composerView.ts";
import type { Host } from "./host.ts";

/** The lists in which an editor and others name what is dragged. */
const uriLists = ["application/vnd.code.uri-list", "text/uri-list"] as const;

/** True for something that is dragged and that the composer can take, or has to say why not. */
export function isWelcome(data: DataTransfer | null): boolean {
  return data !== null && [...uriLists, "Files"].some((type) => data.types.includes(type));
}

/** The addresses of what is dragged from the lists of the editor. */
function draggedUris(data: DataTransfer): readonly string[] {
  for (const type of uriLists) {
    const lines = data.getData(type).split(/\r?\n/);
    const uris = lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
    if (uris.length > 0) return uris;
  }
  return [];
}

/**
 * Takes what was dropped or pasted: posts what can be sent and returns a sentence for each thing that cannot.
 * Undefined when nothing in it is for the composer, so that the browser pastes as usual.
 */
export async function takeIn(data: DataTransfer, composer: ComposerView, host: Host): Promise<readonly string[]> {
  const uris = draggedUris(data).filter((uri) => !/^https?:/i.test(uri));
  if (uris.length > 0) {
    host.post({ type: "attachUris", uris });
    return [];
  }
  const problems = await Promise.all(Array.from(data.files, (file) => takeFile(file, composer, host)));
  return problems.filter((problem) => problem !== undefined);
}

async function takeFile(file: File, { takesImages, agentLabel }: ComposerView, host: Host): Promise<string | undefined> {
  const name = file.name || t("Picture");
  if (!file.type.startsWith("image/")) {
    return file.type.startsWith("audio/") || file.type.startsWith("video/")
      ? t("“{0}” was not attached: sound and film cannot be sent.", name)
      : t("“{0}” was not attached: only pictures come from outside the editor. Type “@” to attach a file of the workspace.", name);
  }
  if (!takesImages) return t("“{0}” was not attached: {1} takes no pictures.", name, agentLabel);
  if (!promptImageTypes.includes(file.type)) {
    return t("“{0}” was not attached: pictures are sent as PNG, JPEG, GIF or WebP, and this one is {1}.", name, file.type);
  }
  if (file.size > maxImageBytes) {
    return t(
      "“{0}” was not attached: it is {1} large, and pictures up to {2} are sent.",
      name,
      formatSize(file.size),
      formatSize(maxImageBytes),
    );
  }
  try {
    host.post({ type: "attachImage", name, data: await base64Of(file) });
    return undefined;
  } catch {
    return t("“{0}” was not attached: it cannot be read.", name);
  }
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
