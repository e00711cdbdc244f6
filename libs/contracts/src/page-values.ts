import * as z from 'zod/mini';
import { knownSession } from './identity/session.ts';

/**
 * The consent page's values, from the server's records and not from the URL. The ticket is valid for one decision about
 * one authorization request in one session.
 */
const consentValues = z.object({
  ticket: z.string(),
  scopes: z.array(z.string()),
  redirectHost: z.string(),
  isOnDevice: z.optional(z.boolean()),
  /** The app requested `select_account`, so the page first shows the account. */
  choosesAccount: z.optional(z.boolean()),
  /** URL of a login with another account. That login returns to the consent page. */
  otherAccount: z.string(),
});
/**
 * The visitor's answer about monitoring and analytics (docs/flows/observing.md): not given yet, yes, no, or a no by the
 * browser's Global Privacy Control.
 */
const observing = z.enum(['ask', 'yes', 'no', 'gpc']);
export type TrackingAnswer = z.infer<typeof observing>;

export type ConsentValues = z.infer<typeof consentValues>;

export const pageValues = z.object({
  csrfToken: z.string(),
  stripePublishableKey: z.string(),
  /** In development, the URL of a local substitute for Stripe.js. */
  stripeJsUrl: z.optional(z.string()),
  homeUrl: z.string(),
  earthPortalUrl: z.string(),
  languages: z.array(z.string()),
  userEmail: z.string(),
  /** The user's session, if any. With it, the browser needs no first call of `GET /session`. */
  session: z.optional(knownSession),
  hasIdledOut: z.optional(z.boolean()),
  redirectUrl: z.string(),
  appName: z.string(),
  /** Only on the consent page, if a decision is needed. */
  consent: z.optional(consentValues),
  /** The owner's name, for other members on `/billing` and `/pro/upgrade`. Empty in a team without an owner. */
  planOwner: z.optional(z.string()),
  productName: z.string(),
  /** The company's postal address. Canadian law requires it in consent texts. */
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
  accessibility: z.optional(z.object({ date: z.string() })),
  /** Absent if visitors are not asked for consent. */
  observing: z.optional(observing),
  /** Configuration of browser monitoring. Absent if there is none, or if monitoring may not run in this browser. */
  monitoring: z.optional(
    z.object({
      applicationId: z.string(),
      clientToken: z.string(),
      site: z.string(),
      service: z.string(),
      environment: z.string(),
    }),
  ),
  /**
   * Configuration of analytics. Absent if there is none, or if analytics may not run in this browser. `apiHost`: absent
   * for the library's default.
   */
  analytics: z.optional(z.object({ writeKey: z.string(), apiHost: z.optional(z.string()) })),
});
export type PageValues = z.infer<typeof pageValues>;

/** Page values that have placeholders in the prerendered HTML. */
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

/** Conditions in the prerendered HTML: an element with `data-if` is sent only if its condition is true. */
export type ShownIf =
  | 'ask'
  | 'observing'
  | 'imprint'
  | 'processors'
  | 'accessibility'
  | 'marketing'
  | 'supportPhone';

/** Removes the elements whose `data-if` is false. An element with `data-if` may not contain one with the same tag. */
export function dropParts(html: string, holds: (name: ShownIf) => boolean): string {
  return html.replace(/<(aside|div|li|span) data-if="(\w+)".*?<\/\1>/gs, (part, _tag, name: ShownIf) =>
    holds(name) ? part : '',
  );
}

/** Replaces the placeholders of `ShownValue` in HTML. `replacementOf` returns the escaped value. */
export function replacePlaceholders(html: string, replacementOf: (name: ShownValue) => string): string {
  return html.replace(/\{\{(\w+)\}\}/g, (_placeholder, name: ShownValue) => replacementOf(name));
}
