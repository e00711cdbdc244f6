import { Problem } from './problem.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An id from a path. What is no UUID is answered like an id that does not exist. */
export function requireUuid(id: string): string {
  if (!UUID.test(id)) throw new Problem('NotFound');
  return id;
}
