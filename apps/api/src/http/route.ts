import { applyDecorators, Delete, Get, HttpCode, Patch, Post, SerializeOptions } from '@nestjs/common';
import type { Endpoint } from '@foyer/contracts/endpoints';
import type { ZodMiniType } from 'zod/mini';

const METHODS = { GET: Get, POST: Post, PATCH: Patch, DELETE: Delete };

/**
 * Decorates the handler of an endpoint. `reply`: the schema of the handler's result. Fields that are not in the schema
 * are left out of the answer.
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
