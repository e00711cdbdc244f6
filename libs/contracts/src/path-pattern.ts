const known = new Map<string, RegExp>();

/**
 * Returns a pattern for a path in React Router's notation. Parameters are named groups without a slash. URLPattern
 * would resolve `..` first, which the router does not.
 */
export function pathPattern(path: string): RegExp {
  const pattern = known.get(path) ?? new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  known.set(path, pattern);
  return pattern;
}
