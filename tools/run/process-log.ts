import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Enough to explain a crash, short enough to read. */
const KEPT_LINES = 15;

/** Decides whether a line is worth the terminal: gives the text to show, or nothing. */
export type Highlight = (line: string) => string | undefined;

/** Everything a part says goes to its file; warnings and errors also to the terminal. */
export class ProcessLog {
  readonly path: string;
  private readonly file: WriteStream;
  private readonly name: string;
  private readonly highlight: Highlight;
  private readonly unseenLines: string[] = [];

  constructor(path: string, name: string, highlight: Highlight) {
    mkdirSync(dirname(path), { recursive: true });
    this.path = path;
    this.name = name;
    this.highlight = highlight;
    this.file = createWriteStream(path);
    // A full disk must not bring the parts down through their log.
    this.file.on('error', () => {});
  }

  follow(stream: Readable): void {
    createInterface({ input: stream, crlfDelay: Infinity }).on('line', (line) => this.write(line));
  }

  /** The end of the log as far as it was not shown already, for the message about a crash. */
  unseenTail(): string {
    return this.unseenLines.join('\n');
  }

  private write(line: string): void {
    this.file.write(`${line}\n`);
    const shown = this.highlight(line);
    if (shown !== undefined) {
      console.error(`[${this.name}] ${shown}`);
      return;
    }
    this.unseenLines.push(line);
    if (this.unseenLines.length > KEPT_LINES) this.unseenLines.shift();
  }
}

const QUIET_LEVELS: unknown[] = ['trace', 'debug', 'info', 10, 20, 30];

/** For parts that log in JSON: warnings and errors, in short. Lines that are no JSON are shown as they are. */
export const highlightWarnings: Highlight = (line) => {
  try {
    const { level, msg, err } = JSON.parse(line) as {
      level?: unknown;
      msg?: string;
      err?: { message?: string };
    };
    if (QUIET_LEVELS.includes(level)) return undefined;
    return [msg, err?.message].filter(Boolean).join(': ') || line;
  } catch {
    return line.trim() === '' ? undefined : line;
  }
};

/** For parts that chat about everything they do. */
export const highlightNothing: Highlight = () => undefined;

/** For programs that write to people: what sounds like a fault. */
export const highlightErrors: Highlight = (line) => (/error|fail/i.test(line) ? line : undefined);
