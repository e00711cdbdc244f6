import * as z from 'zod/mini';

/** A form may only be posted to the web: never to `javascript:` or another scheme. */
function isWebAddress(value: string): boolean {
  return URL.canParse(value) && ['https:', 'http:'].includes(new URL(value).protocol);
}

/** Answer of `GET /idp/{idpName}`: the form that takes the browser to its identity provider (SPEC 3). */
export const samlLookupReply = z.object({
  saml: z.string(),
  relayState: z.string(),
  actionUrl: z.string().check(z.refine(isWebAddress, 'Not an address of the web')),
  samlType: z.enum(['SAMLRequest', 'SAMLResponse']),
});
export type SamlLookupReply = z.infer<typeof samlLookupReply>;
