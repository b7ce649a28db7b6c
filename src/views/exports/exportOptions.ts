/** What an export holds, and how it lets others work. */
export interface ExportOptions {
  /** Thoughts are written. */
  readonly hasThoughts: boolean;
  /** What is below the session is written, where its cards stand. */
  readonly hasSubagents: boolean;
  /** Hides what may be a secret. It gets each text as it was written, before it is quoted or marked up. */
  mask(text: string): string;
  /** Called after each few rows: resolves when there is time again, rejects when nobody wants the export any more. */
  rest(): Promise<void>;
}

/** All of it, as it is. */
export const wholeExport: ExportOptions = {
  hasThoughts: true,
  hasSubagents: true,
  mask: (text) => text,
  rest: () => Promise.resolve(),
};

/** Rows that are written between two rests. */
export const rowsAtOnce = 50;
