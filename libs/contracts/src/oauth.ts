import * as z from 'zod/mini';

const parameter = (maxLength: number) => z.string().check(z.minLength(1), z.maxLength(maxLength));

/** What an app asks with, in the address of the consent page (SPEC 3, RFC 6749 and 7636). */
export const oauthRequest = z.object({
  client_id: parameter(200),
  redirect_uri: parameter(2048),
  response_type: z.literal('code'),
  scope: z.optional(parameter(1000)),
  state: z.optional(parameter(512)),
  code_challenge: z.optional(parameter(128)),
  code_challenge_method: z.optional(parameter(10)),
});
export type OAuthRequest = z.infer<typeof oauthRequest>;

export const oauthDecisions = ['allow', 'no'] as const;
export type OAuthDecision = (typeof oauthDecisions)[number];

/** What an app may be granted, in words a person understands (LESSONS F64). */
export const oauthScopes: Readonly<Record<string, string>> = {
  profile: 'See your name, your email and your team',
  'events.read': 'See your events',
  'diagrams.read': 'See your diagrams',
  'diagrams.write': 'Change your diagrams',
  'events.invite': 'Invite collaborators to your events',
};
