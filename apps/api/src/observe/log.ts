import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import { writeTurnByTurn } from './log-lines.ts';

const STANDARD_OUTPUT = 1;

/** The log of the process: one JSON object per line, on standard output. */
export const log: Logger = pino(
  {
    level: process.env['LOG_LEVEL'] || 'info',
    timestamp: pino.stdTimeFunctions.isoTime,
    base: { service: 'api' },
    formatters: { level: (label) => ({ level: label }) },
  },
  writeTurnByTurn(STANDARD_OUTPUT),
);

/** Logs an error as a warning, without the context of a request. */
export function logError(error: unknown, message: string): void {
  log.warn({ err: error instanceof Error ? error : new Error(String(error)) }, message);
}

/** Writes Nest's own messages to `log`. */
export class NestLog implements LoggerService {
  log(message: unknown, context?: unknown): void {
    log.debug({ context }, String(message));
  }
  warn(message: unknown, context?: unknown): void {
    log.warn({ context }, String(message));
  }
  error(message: unknown, stack?: unknown, context?: unknown): void {
    log.error({ stack, context }, String(message));
  }
}
