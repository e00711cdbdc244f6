import { applyDecorators, Delete, Get, HttpCode, Patch, Post, SerializeOptions } from '@nestjs/common';
import type { Endpoint } from '@foyer/contracts/endpoints';
import type { ZodMiniType } from 'zod/mini';

const METHODS = { GET: Get, POST: Post, PATCH: Patch, DELETE: Delete };

/**
 * Serves an endpoint. With a schema, the handler returns a value of that schema, and fields that the schema does not name are
 * left out.
 */
export function Route<T>({ method, path }: Endpoint, reply?: ZodMiniType<T>, status = 200) {
  const decorators = [METHODS[method](path), HttpCode(status)];
  const decorate = applyDecorators(...decorators, ...(reply ? [SerializeOptions({ schema: reply })] : []));
  return <H extends (...parameters: never[]) => T | Promise<T>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    decorate(target, key, descriptor);
  };
}
