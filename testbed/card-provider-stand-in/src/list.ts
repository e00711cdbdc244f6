import type { Call, Route } from './provider.ts';
import { numberOf, textOf } from './form.ts';
import { get, type Store } from './store.ts';
import { invalidRequest, noSuch } from './stripe-error.ts';

export const LIST_PARAMS = ['limit', 'starting_after', 'ending_before'] as const;

export function listAnswer<T extends { id: string }>(call: Call, all: Iterable<T>, url: string): object {
  const newestFirst = [...all].reverse();
  const limit = numberOf(call.params, 'limit') ?? 10;
  if (!(limit >= 1 && limit <= 100)) {
    throw invalidRequest('This value must be between 1 and 100 (inclusive).', {
      code: 'parameter_invalid_integer',
      param: 'limit',
    });
  }
  const after = textOf(call.params, 'starting_after');
  const before = textOf(call.params, 'ending_before');
  const indexOf = (id: string, param: string): number => {
    const index = newestFirst.findIndex((entry) => entry.id === id);
    if (index < 0) throw noSuch('object', id, param);
    return index;
  };
  if (before !== undefined) {
    const end = indexOf(before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: newestFirst.slice(start, end), has_more: start > 0, url };
  }
  const start = after === undefined ? 0 : indexOf(after, 'starting_after') + 1;
  const data = newestFirst.slice(start, start + limit);
  return { object: 'list', data, has_more: start + limit < newestFirst.length, url };
}

type Kind = Exclude<
  { [K in keyof Store]: Store[K] extends Map<string, { id: string }> ? K : never }[keyof Store],
  undefined
>;

const pathOf = (kind: Kind): string =>
  `/v1/${kind.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

export function readRoute(kind: Kind, name: string): Route {
  return {
    method: 'GET',
    path: `${pathOf(kind)}/:id`,
    params: [],
    answer: ({ provider, id }) => get<object>(provider.store[kind], id, name),
  };
}

export function listRoute(kind: Kind, fields: readonly string[] = []): Route {
  return {
    method: 'GET',
    path: pathOf(kind),
    params: [...LIST_PARAMS, ...fields],
    answer(call) {
      const wanted = fields
        .map((name) => [name, textOf(call.params, name)] as const)
        .filter(([, value]) => value !== undefined);
      const isWanted = (object: object): boolean => {
        const values = new Map(Object.entries(object));
        return wanted.every(([name, value]) => values.get(name) === value);
      };
      const all: { id: string }[] = [...call.provider.store[kind].values()];
      return listAnswer(call, all.filter(isWanted), pathOf(kind));
    },
  };
}

export function innerList<T>(
  data: T[],
  url: string,
): { object: 'list'; data: T[]; has_more: boolean; url: string } {
  return { object: 'list', data, has_more: false, url };
}
