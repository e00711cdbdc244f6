/** An issue as every Standard Schema validator reports it. */
type Issue = {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[];
  code?: string;
  keys?: string[];
};

/** Field problems as wire name -> text, a field inside another one by its own name. The first problem of a field is the one a person should see. */
export function fieldsOf(issues: readonly Issue[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys ?? []) fields[key] ??= 'Unknown field';
      continue;
    }
    const name = issue.path?.map((part) => (typeof part === 'object' ? part.key : part)).findLast(isName);
    if (name !== undefined) fields[name] ??= issue.message;
  }
  return fields;
}

/** Positions in a list are no names: the list's own is. */
function isName(part: PropertyKey): part is string {
  return typeof part === 'string';
}
