import type { LanguageTag } from '@foyer/catalog/languages';
import type { Translator } from '@foyer/catalog/words/translator';
import type { MailContents, MailKind } from '@foyer/mail/mail-kinds';

/** A button. */
export type Action = { label: string; url: string };

/** A paragraph, which may end with a link. */
export type Passage = string | { text: string; link: Action };

/** One line for each of several people or things. */
export type List = { list: string[] };

/** A template's result: the texts of a mail, in order. `render-message.ts` does layout and escaping. */
export type Message = {
  subject: string;
  /** The preview line in an inbox. */
  preview: string;
  heading: string;
  /** For the greeting, as the user typed it. */
  firstName?: string;
  paragraphs: (Passage | List)[];
  /** Rows of facts, such as a receipt's. */
  rows?: { label: string; value: string }[];
  action?: Action;
  /** Several items with an action each, instead of one action. */
  items?: { text: string; action: Action }[];
  /** Small print after the button: how long it works, what to do if it was not you. */
  notes: Passage[];
  /** "You get this email because …", as a whole sentence. */
  why: string;
};

/** A message with a button. */
export type MessageWithAction = Message & { action: Action };

/** The brand, the reader's language, and the only way to make links. */
export type MessageContext = {
  productName: string;
  supportEmail: string;
  /** A URL of the portal; `path` begins with a slash. */
  link: (path: string, query?: Record<string, string>) => string;
  language: LanguageTag;
  /** The time zone for times, by its IANA name. */
  timeZone: string;
  /** A text in the reader's language. */
  t: Translator['t'];
  /** The same for a text in a table, such as an app's abilities. */
  inWords: Translator['inWords'];
};

/** Writes a kind of mail. */
export type Template<Kind extends MailKind, Written = Message> = (
  content: MailContents[Kind],
  context: MessageContext,
) => Written;
