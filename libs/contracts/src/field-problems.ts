import { say } from '@foyer/catalog/words/say';

export const fieldProblems = {
  passwordMissing: say('contracts.fieldProblems.passwordMissing', 'Enter a password'),
  passwordWrong: say('contracts.fieldProblems.currentPasswordWrong', 'That’s not your current password'),
  invitedOther: say(
    'contracts.fieldProblems.invitedAnotherAddress',
    'This invitation is for another email address',
  ),
  emailSame: say('contracts.fieldProblems.emailUnchanged', 'This is already your email address'),
  nameKept: say(
    'contracts.fieldProblems.nameKeptByCompany',
    'Your company manages your name. Ask your company to change it.',
  ),
} as const;

type Issue = {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[];
  code?: string;
  keys?: string[];
};

/** Returns the first message of each field, by the field's name in the body, without the names of enclosing objects. */
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

function isName(part: PropertyKey): part is string {
  return typeof part === 'string';
}
