import { invalidRequest } from './stripe-error.ts';

/** A parsed form or query string: `items[0][price]=x` becomes `{items: [{price: 'x'}]}`. */
type Param = string | Params | Param[];
export interface Params {
  [name: string]: Param;
}

export function parseForm(text: string): Params {
  const tree: Params = Object.create(null) as Params;
  for (const [name, value] of new URLSearchParams(text)) {
    const [head = '', ...rest] = name.split('[').map((part) => part.replace(/\]$/, ''));
    let branch = tree;
    let key = head;
    for (const part of rest) {
      const existing = branch[key];
      const next =
        typeof existing === 'object' && !Array.isArray(existing) ? existing : (Object.create(null) as Params);
      branch[key] = next;
      branch = next;
      key = part === '' ? String(Object.keys(next).length) : part;
    }
    branch[key] = value;
  }
  return arraysIn(tree) as Params;
}

function arraysIn(value: Param): Param {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(arraysIn);
  const entries = Object.entries(value).map(([key, inner]) => [key, arraysIn(inner)] as const);
  if (entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key)))
    return entries.map(([, inner]) => inner);
  return Object.fromEntries(entries);
}

export function textOf(params: Params, name: string): string | undefined {
  const value = params[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Whether a parameter was sent. An empty parameter unsets the value. */
export function hasParam(params: Params, name: string): boolean {
  return params[name] !== undefined;
}

export function requireOneOf(params: Params, name: string, values: readonly string[]): void {
  const value = textOf(params, name);
  if (value === undefined || values.includes(value)) return;
  throw invalidRequest(`Invalid ${name}: must be one of ${values.join(', ')}`, { param: name });
}

export function flagOf(params: Params, name: string): boolean | undefined {
  const value = params[name];
  return value === undefined ? undefined : value === 'true';
}

export function numberOf(params: Params, name: string): number | undefined {
  const text = textOf(params, name);
  return text === undefined ? undefined : Number(text);
}

export function objectOf(params: Params, name: string): Params | undefined {
  const value = params[name];
  return typeof value === 'object' && !Array.isArray(value) ? value : undefined;
}

function listOf(params: Params, name: string): Param[] {
  const value = params[name];
  return Array.isArray(value) ? value : [];
}

export function objectsOf(params: Params, name: string): Params[] {
  return listOf(params, name).filter(
    (entry): entry is Params => typeof entry === 'object' && !Array.isArray(entry),
  );
}

export function textsOf(params: Params, name: string): string[] {
  return listOf(params, name).filter((entry) => typeof entry === 'string');
}

/** Merges metadata by key. An empty value removes its key, an empty parameter removes all keys. */
export function mergeMetadata(
  current: Record<string, string> | null,
  params: Params,
): Record<string, string> {
  if (params['metadata'] === '') return {};
  const merged = { ...current };
  for (const [key, value] of Object.entries(objectOf(params, 'metadata') ?? {})) {
    if (value === '') delete merged[key];
    else merged[key] = String(value);
  }
  return merged;
}
