/** Faults of a response. The stand-in's sign-in page shows these texts. */
export const misbehaviours = {
  none: 'Nothing, the answer is good',
  'wrong-audience': 'Meant for another service (audience)',
  'wrong-destination': 'Meant for another address (destination)',
  expired: 'Expired ten minutes ago',
  'unsigned-assertion': 'The assertion is not signed',
  'wrong-key': 'Signed with another key',
  'old-login': 'Logged in an hour ago and not asked again (AuthnInstant)',
  'two-emails': 'Two email addresses',
} as const;
export type Misbehaviour = keyof typeof misbehaviours;

export const isMisbehaviour = (text: string): text is Misbehaviour => Object.hasOwn(misbehaviours, text);
