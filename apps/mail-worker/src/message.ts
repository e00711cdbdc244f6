import type { LanguageTag } from '@foyer/catalog/languages';
import type { Translator } from '@foyer/catalog/words/translator';
import type { MailContents, MailKind } from '@foyer/mail/mail-kinds';

/** A button or a link. */
export type Action = { label: string; url: string };

/** A paragraph, which may end with a link. */
export type Passage = string | { text: string; link: Action };

/** A list in a mail, one line per person or thing. */
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
  /** Small print after the button, such as how long it works. */
  notes: Passage[];
  /** The sentence "You’re receiving this email because …". */
  why: string;
};

/** A message with a button. */
export type MessageWithAction = Message & { action: Action };

/** What a template needs besides the content: the brand, the reader's language, and functions for links and texts. */
export type MessageContext = {
  productName: string;
  supportEmail: string;
  /** Returns a URL of the portal. `path` begins with a slash. */
  link: (path: string, query?: Record<string, string>) => string;
  language: LanguageTag;
  /** The time zone for times, by its IANA name. */
  timeZone: string;
  /** Translates a text into the reader's language. */
  t: Translator['t'];
  /** Translates a text from a table, such as the descriptions of scopes. */
  inWords: Translator['inWords'];
};

/** Writes one kind of mail. */
export type Template<Kind extends MailKind, Written = Message> = (
  content: MailContents[Kind],
  context: MessageContext,
) => Written;
