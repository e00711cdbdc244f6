/** Something the person at the keyboard can put right; told as one clear sentence, without a stack trace. */
export class Fault extends Error {
  override name = 'Fault';
}

/** Prints a fault as its sentence and anything else with its stack, then leaves with exit code 1. */
export function leaveWithFault(error: unknown): never {
  if (error instanceof Fault) console.error(`\n${error.message}\n`);
  else console.error(error);
  process.exit(1);
}

/** Whether an error of the operating system carries this code, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  const { code } = (error ?? {}) as { code?: string };
  return code !== undefined && codes.includes(code);
}
