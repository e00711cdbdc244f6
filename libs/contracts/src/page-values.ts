import * as z from 'zod/mini';
import { knownSession } from './identity/session.ts';

/**
 * The consent page's values, from the server's records and not from the URL; the ticket is good for one decision in
 * this session about this request.
 */
const consentValues = z.object({
  ticket: z.string(),
  scopes: z.array(z.string()),
  redirectHost: z.string(),
  /** The redirect goes to an app on the person's device, not to a site. */
  isOnDevice: z.optional(z.boolean()),
  /** The app asked for `select_account`, so the account is shown first. */
  choosesAccount: z.optional(z.boolean()),
  /** URL to log in with another account and return. */
  otherAccount: z.string(),
});
/**
 * Whether monitoring and analytics may run here, where visitors are asked (docs/flows/observing.md): not answered yet, yes, no,
 * or a no by the browser's Global Privacy Control.
 */
const observing = z.enum(['ask', 'yes', 'no', 'gpc']);
export type Observing = z.infer<typeof observing>;

export type ConsentValues = z.infer<typeof consentValues>;

/** The values that the server puts into every page (docs/architecture.md 5). */
export const pageValues = z.object({
  csrfToken: z.string(),
  stripePublishableKey: z.string(),
  /** The stand-in's Stripe.js, in development. */
  stripeJsUrl: z.optional(z.string()),
  homeUrl: z.string(),
  earthPortalUrl: z.string(),
  /** Tags of the languages that are offered (docs/languages.md). */
  languages: z.array(z.string()),
  userEmail: z.string(),
  /** The session that a page begins with, so that it need not ask; absent without one. */
  session: z.optional(knownSession),
  /** As in the answer of `GET /session`. */
  hasIdledOut: z.optional(z.boolean()),
  redirectUrl: z.string(),
  appName: z.string(),
  /** On the consent page, if there is something to decide. */
  consent: z.optional(consentValues),
  /**
   * On pages with a card form, for members who may not change the plan: the owner's name, empty in a team without
   * one.
   */
  planOwner: z.optional(z.string()),
  productName: z.string(),
  /** The sender's address in consent texts, which Canadian law requires. */
  postalAddress: z.string(),
  support: z.object({ email: z.string(), phone: z.optional(z.string()) }),
  links: z.object({
    productTerms: z.string(),
    websiteTerms: z.string(),
    privacy: z.string(),
    marketing: z.optional(z.string()),
    imprint: z.optional(z.string()),
    processors: z.optional(z.string()),
  }),
  /** Of the statement, if there is one: its day, and the address of a mailbox or a page. */
  accessibility: z.optional(z.object({ date: z.string() })),
  /** Absent where no consent is needed. */
  observing: z.optional(observing),
  /** Configuration of browser monitoring; absent if there is none, or this visitor has not agreed. */
  monitoring: z.optional(
    z.object({
      applicationId: z.string(),
      clientToken: z.string(),
      site: z.string(),
      service: z.string(),
      environment: z.string(),
    }),
  ),
  /** Configuration of analytics; absent like monitoring's. `apiHost` only if it is not the library's default. */
  analytics: z.optional(z.object({ writeKey: z.string(), apiHost: z.optional(z.string()) })),
});
export type PageValues = z.infer<typeof pageValues>;

/** Page values that are placeholders in HTML rendered at build (decision 66). */
export type ShownValue =
  | 'productName'
  | 'homeUrl'
  | 'postalAddress'
  | 'supportEmail'
  | 'supportPhone'
  | keyof PageValues['links'];

export function placeholderOf(name: ShownValue): string {
  return `{{${name}}}`;
}

/** Conditions of parts of the prerendered HTML: an element with `data-if` stays only if the condition holds. */
export type ShownIf =
  | 'ask'
  | 'observing'
  | 'imprint'
  | 'processors'
  | 'accessibility'
  | 'marketing'
  | 'supportPhone';

/** Takes out the elements whose `data-if` does not hold. None of them has an element of its own kind within. */
export function dropParts(html: string, holds: (name: ShownIf) => boolean): string {
  return html.replace(/<(aside|div|li|span) data-if="(\w+)".*?<\/\1>/gs, (part, _tag, name: ShownIf) =>
    holds(name) ? part : '',
  );
}

/** Replaces the placeholders; `replacementOf` escapes a value for its place. */
export function replacePlaceholders(html: string, replacementOf: (name: ShownValue) => string): string {
  return html.replace(/\{\{(\w+)\}\}/g, (_placeholder, name: ShownValue) => replacementOf(name));
}
