/** An issue as every Standard Schema validator reports it. */
type Issue = {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[];
  code?: string;
  keys?: string[];
};

/** Field problems as wire name -> text. The first problem of a field is the one a person should see. */
export function fieldsOf(issues: readonly Issue[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys ?? []) fields[key] ??= 'Unknown field';
      continue;
    }
    const first = issue.path?.[0];
    const name = typeof first === 'object' ? first.key : first;
    if (name !== undefined) fields[String(name)] ??= issue.message;
  }
  return fields;
}
