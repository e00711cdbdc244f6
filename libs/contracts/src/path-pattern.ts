const known = new Map<string, RegExp>();

/**
 * What a path in React Router's notation matches, with its parameters as named groups: anything but a slash. As the
 * router sees it, letter by letter; URLPattern would resolve `..` first (decision 59).
 */
export function pathPattern(path: string): RegExp {
  const pattern = known.get(path) ?? new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  known.set(path, pattern);
  return pattern;
}
