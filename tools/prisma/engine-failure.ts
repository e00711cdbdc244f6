import { takePanicMessage } from './load-engine-class.ts';

export interface Failure {
  message: string;
  /** Prisma's own number for the kind of failure; the CLI decides by it whether to create a missing database. */
  code?: string;
  isPanic: boolean;
}

const DATABASE_MISSING = '3D000';
const WRONG_PASSWORD = '28P01';
const NOT_ALLOWED = '28000';
const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN', 'EHOSTUNREACH', 'ECONNRESET'];

/** Puts an error of the driver or of the engine into the words the CLI shows. */
export function describeFailure(error: unknown, databaseUrl: string): Failure {
  const panic = takePanicMessage();
  if (panic !== undefined) return { message: panic, isPanic: true };
  const { message, code } = error as { message?: string; code?: string };
  const text = withoutTrace(message ?? String(error));
  if (!code) return { message: text, isPanic: false };
  if (code === DATABASE_MISSING) return { message: text, code: 'P1003', isPanic: false };
  if (code === WRONG_PASSWORD || code === NOT_ALLOWED)
    return { message: text, code: 'P1000', isPanic: false };
  if (UNREACHABLE.includes(code)) {
    return {
      message: `Can't reach the database server at ${hostOf(databaseUrl)}`,
      code: 'P1001',
      isPanic: false,
    };
  }
  return { message: text, isPanic: false };
}

/** The engine appends where in its Rust code it was; that helps nobody here. */
function withoutTrace(message: string): string {
  return message.split(/\n {3}0: /)[0]!.trim();
}

function hostOf(databaseUrl: string): string {
  return URL.canParse(databaseUrl) ? new URL(databaseUrl).host : 'the configured address';
}
