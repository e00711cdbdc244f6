/** Something to press, and where it leads. */
export type Action = { label: string; url: string };

/** What a template gives: the words of a mail, in order. Layout and escaping are `render-letter.ts`'s business. */
export type Letter = {
  subject: string;
  /** The line a mail program shows beside the subject. */
  preview: string;
  heading: string;
  paragraphs: string[];
  /** Facts one below the other, such as those of a receipt. */
  rows?: { label: string; value: string }[];
  action?: Action;
  /** Several things the mail is about, in place of one action. */
  items?: { text: string; action: Action }[];
  /** Said after the button, smaller: how long it works, what to do if it was not you. */
  notes: string[];
};

/** A letter that is about one thing to press. */
export type LetterWithAction = Letter & { action: Action };

/** What every template may use: the brand, and the only way to make a link. */
export type LetterContext = {
  productName: string;
  supportEmail: string;
  /** An address of the portal; `path` begins with a slash. Links in mails come from nowhere else. */
  link: (path: string, query?: Record<string, string>) => string;
};
