import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import { batchedDestination } from './log-lines.ts';

const STANDARD_OUTPUT = 1;

export const log: Logger = pino(
  {
    level: process.env['LOG_LEVEL'] || 'info',
    timestamp: pino.stdTimeFunctions.isoTime,
    base: { service: 'api' },
    formatters: { level: (label) => ({ level: label }) },
  },
  batchedDestination(STANDARD_OUTPUT),
);

export function logError(error: unknown, message: string): void {
  log.warn({ err: error instanceof Error ? error : new Error(String(error)) }, message);
}

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
