/** Something to press, and where it leads. */
export type Action = { label: string; url: string };

/** A paragraph: words, or words that end with a link. */
export type Passage = string | { text: string; link: Action };

/** One line for each of several people or things. */
export type List = { list: string[] };

/** What a template gives: the words of a mail, in order. Layout and escaping are `render-message.ts`'s business. */
export type Message = {
  subject: string;
  /** The line a mail program shows beside the subject. */
  preview: string;
  heading: string;
  /** Whom it greets, as they wrote it. */
  firstName?: string;
  paragraphs: (Passage | List)[];
  /** Facts one below the other, such as those of a receipt. */
  rows?: { label: string; value: string }[];
  action?: Action;
  /** Several things the mail is about, in place of one action. */
  items?: { text: string; action: Action }[];
  /** Said after the button, smaller: how long it works, what to do if it was not you. */
  notes: Passage[];
  /** The end of "You get this email because …". */
  why: string;
};

/** A message that is about one thing to press. */
export type MessageWithAction = Message & { action: Action };

/** What every template may use: the brand, and the only way to make a link. */
export type MessageContext = {
  productName: string;
  supportEmail: string;
  /** An address of the portal; `path` begins with a slash. Links in mails come from nowhere else. */
  link: (path: string, query?: Record<string, string>) => string;
};
