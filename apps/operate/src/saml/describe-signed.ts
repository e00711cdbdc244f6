export function describeSigned(signs: { isResponseSigned: boolean; isAssertionSigned: boolean }): string {
  if (signs.isResponseSigned && signs.isAssertionSigned) return 'response and assertion';
  return signs.isResponseSigned ? 'response' : 'assertion';
}
