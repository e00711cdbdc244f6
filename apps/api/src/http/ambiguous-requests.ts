import type { NextFunction, Request, Response } from 'express';
import { Problem } from '../request/problem.ts';

/** Node keeps the first of a repeated header, while a proxy may use the last (RFC 9112 3.2 for Host). */
const ONCE = new Set(['host', 'authorization', 'content-type']);

export function refuseRepeatedHeaders(
  { rawHeaders }: Request,
  _response: Response,
  next: NextFunction,
): void {
  const names = rawHeaders
    .filter((_, index) => index % 2 === 0)
    .map((name) => name.toLowerCase())
    .filter((name) => ONCE.has(name));
  next(new Set(names).size < names.length ? new Problem('MalformedBody') : undefined);
}

/**
 * Refuses a JSON body in which an object has a name twice. `JSON.parse` uses the last value, and other parsers may use
 * the first (RFC 8259 4). Also refuses encodings other than UTF-8 (8.1). Express calls this before it parses the body.
 */
export function refuseRepeatedNames(
  _request: unknown,
  _response: unknown,
  body: Buffer,
  encoding: string,
): void {
  if (encoding !== 'utf-8') throw new Problem('UnsupportedMediaType');
  const text = body.toString();
  const value = parse(text);
  if (value !== undefined && countNamesIn(text) !== countNamesOf(value)) throw new Problem('MalformedBody');
}

/** Returns undefined for invalid JSON, which Express then refuses. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function countNamesIn(json: string): number {
  let count = 0;
  for (const [, colon] of json.matchAll(/"(?:[^"\\]|\\.)*"\s*(:)?/g)) if (colon) count++;
  return count;
}

/** Uses no recursion, because the sender controls the depth. */
function countNamesOf(value: unknown): number {
  const values = [value];
  let count = 0;
  for (const one of values) {
    if (typeof one !== 'object' || one === null) continue;
    const inner: unknown[] = Object.values(one);
    if (!Array.isArray(one)) count += inner.length;
    values.push(...inner);
  }
  return count;
}
