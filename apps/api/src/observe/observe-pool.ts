import type { Pool, PoolClient } from 'pg';
import type { Metrics } from './metrics.ts';
import type { Tracing } from './tracing.ts';

type Settle = (error?: unknown) => void;

export function observePool(pool: Pool, metrics: Metrics, tracing: Tracing): Pool {
  pool.on('connect', (connection) => observeConnection(connection, metrics, tracing));
  return pool;
}

function observeConnection(connection: PoolClient, metrics: Metrics, tracing: Tracing): void {
  const original: unknown = connection.query;
  const query = (...args: unknown[]): unknown => {
    const startedAt = performance.now();
    const endSpan = tracing.startQuery(textOf(args[0]));
    const settle: Settle = (error) => {
      metrics.countQuery((performance.now() - startedAt) / 1000, error ? 'failed' : 'ok');
      endSpan(error);
    };
    const last = args.at(-1);
    if (typeof last === 'function')
      args[args.length - 1] = (error: unknown, ...rest: unknown[]): unknown => {
        settle(error);
        return Reflect.apply(last, undefined, [error, ...rest]) as unknown;
      };
    const result: unknown = Reflect.apply(original as (...all: unknown[]) => unknown, connection, args);
    if (result instanceof Promise) result.then(() => settle(), settle);
    return result;
  };
  Object.assign(connection, { query });
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const { text } = (statement ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : '';
}
