/** Faults of a response. The stand-in's sign-in page shows these texts. */
export const responseFaults = {
  none: 'None',
  'wrong-audience': 'For another service (audience)',
  'wrong-destination': 'For another address (destination)',
  expired: 'Expired ten minutes ago',
  'unsigned-assertion': 'The assertion is not signed',
  'wrong-key': 'Signed with another key',
  'old-login': 'The login was an hour ago (AuthnInstant)',
  'two-emails': 'Two email addresses',
} as const;
export type ResponseFault = keyof typeof responseFaults;

export const isResponseFault = (text: string): text is ResponseFault => Object.hasOwn(responseFaults, text);
