import type { LanguageTag } from '@foyer/catalog/languages';
import type { Translator } from '@foyer/catalog/words/translator';
import type { MailContents, MailKind } from '@foyer/mail/mail-kinds';

export type Action = { label: string; url: string };

/** A paragraph, which may end with a link. */
export type Passage = string | { text: string; link: Action };

export type List = { list: string[] };

/** A template's result: the texts of a mail, in order. `render-message.ts` adds the layout and escapes them. */
export type Message = {
  subject: string;
  /** The preview line in an inbox. */
  preview: string;
  heading: string;
  /** The name in the greeting, as the user typed it. */
  firstName?: string;
  paragraphs: (Passage | List)[];
  /** Rows of facts, such as a receipt's. */
  rows?: { label: string; value: string }[];
  action?: Action;
  /** Several items, each with its own action. Used instead of `action`. */
  items?: { text: string; action: Action }[];
  /** Small print after the button, for example how long the link is valid. */
  notes: Passage[];
  /** The sentence "You’re receiving this email because …". */
  why: string;
};

export type MessageWithAction = Message & { action: Action };

export type MessageContext = {
  productName: string;
  supportEmail: string;
  /** Returns a URL of the portal. `path` begins with a slash. */
  link: (path: string, query?: Record<string, string>) => string;
  language: LanguageTag;
  /** The time zone for times, by its IANA name. */
  timeZone: string;
  t: Translator['t'];
  /** Translates a text from a table, such as the descriptions of scopes. */
  inWords: Translator['inWords'];
};

export type Template<Kind extends MailKind, Written = Message> = (
  content: MailContents[Kind],
  context: MessageContext,
) => Written;
