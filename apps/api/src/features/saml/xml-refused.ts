/** Why a document is not read, in words. */
export class XmlRefused extends Error {}

/** What no response has: parsers differ about it (decision 22). */
export const REFUSED_MARKUP = {
  doctype: 'It has a DOCTYPE, which SAML messages must not have.',
  comment: 'It has a comment. Turn comments off in the message.',
  cdata: 'It has a CDATA section. Send plain text instead.',
  instruction: 'It has a processing instruction.',
};
