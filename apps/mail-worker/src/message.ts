import type { LanguageTag } from '@foyer/catalog/languages';
import type { Translator } from '@foyer/catalog/words/translator';
import type { MailContents, MailKind } from '@foyer/mail/mail-kinds';

export type Action = { label: string; url: string };

/** The link is at the end of the paragraph. */
export type Passage = string | { text: string; link: Action };

export type List = { list: string[] };

/** The texts of a mail. `render-message.ts` adds the layout and escapes them. */
export type Message = {
  subject: string;
  preview: string;
  heading: string;
  /** The name for the greeting. `render-message.ts` cleans it. */
  firstName?: string;
  paragraphs: (Passage | List)[];
  rows?: { label: string; value: string }[];
  action?: Action;
  /** Several things to do, each with its own button. Used instead of `action`. */
  items?: { text: string; action: Action }[];
  notes: Passage[];
  /** The sentence "You’re receiving this email because …". */
  why: string;
};

export type MessageWithAction = Message & { action: Action };

export type MessageContext = {
  productName: string;
  supportEmail: string;
  link: (path: string, query?: Record<string, string>) => string;
  language: LanguageTag;
  timeZone: string;
  t: Translator['t'];
  inWords: Translator['inWords'];
};

export type Template<Kind extends MailKind, Written = Message> = (
  content: MailContents[Kind],
  context: MessageContext,
) => Written;
