const known = new Map<string, RegExp>();

/**
 * Returns a pattern for a path in React Router's notation. Parameters are named groups without a slash. Like the
 * router, it compares the path unchanged; URLPattern would resolve `..` first (decision 59).
 */
export function pathPattern(path: string): RegExp {
  const pattern = known.get(path) ?? new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  known.set(path, pattern);
  return pattern;
}
