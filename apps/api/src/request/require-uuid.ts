import { Problem } from './problem.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns an id from a path. For a value that is not a UUID, throws the problem of an unknown id. */
export function requireUuid(id: string): string {
  if (!UUID.test(id)) throw new Problem('NotFound');
  return id;
}
