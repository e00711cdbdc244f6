import { sentence, type Sentence } from '@foyer/catalog/words/sentence';
import { inEnglish } from './check.ts';

export class XmlRejected extends Error {
  readonly said: Sentence;

  constructor(said: Sentence) {
    super(inEnglish([said]));
    this.said = said;
  }
}

/** No response needs this markup, and parsers read it differently (decision 22). */
export const REFUSED_MARKUP = {
  doctype: sentence(
    'company.xmlRefused.doctype',
    'The XML has a DOCTYPE, which SAML messages must not have.',
  ),
  comment: sentence('company.xmlRefused.comment', 'The XML has a comment. Turn off comments in the message.'),
  cdata: sentence('company.xmlRefused.cdata', 'The XML has a CDATA section. Send plain text instead.'),
  declaration: sentence(
    'company.xmlRefused.declaration',
    'The XML declaration must state version 1.0 and UTF-8, or be left out.',
  ),
  instruction: sentence(
    'company.xmlRefused.processingInstruction',
    'The XML has a processing instruction. Remove it.',
  ),
};
