/** Returns a regular expression for a path. Its parameters, such as `:id`, are named groups. */
export function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}
