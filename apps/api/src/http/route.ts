import { applyDecorators, Delete, Get, HttpCode, Patch, Post, SerializeOptions } from '@nestjs/common';
import type { Endpoint } from '@foyer/contracts/endpoints';
import type { ZodMiniType } from 'zod/mini';

const METHODS = { GET: Get, POST: Post, PATCH: Patch, DELETE: Delete };

/** `reply` is the schema of the handler's result. The answer omits fields that are not in the schema. */
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
