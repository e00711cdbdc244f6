import { OAuthError } from '../../http/oauth-error.ts';
import type { Parameters } from './parameters.ts';

/** OpenID Connect Core 3.1.2.1 */
export const PROMPTS = ['none', 'login', 'consent', 'select_account'] as const;
type Prompt = (typeof PROMPTS)[number];

export type Prompts = { values: ReadonlySet<Prompt>; maxAgeSeconds: number | undefined };

const isPrompt = (word: string): word is Prompt => PROMPTS.some((prompt) => prompt === word);
const MAX_AGE = /^\d{1,9}$/;

export function promptsOf({ prompt, max_age: maxAge }: Parameters): Prompts {
  const words = prompt?.split(' ').filter((word) => word !== '') ?? [];
  if (!words.every(isPrompt))
    throw new OAuthError('invalid_request', `prompt is made of ${PROMPTS.join(', ')}.`);
  const values = new Set(words);
  if (values.has('none') && values.size > 1)
    throw new OAuthError('invalid_request', 'prompt=none goes with no other prompt.');
  if (maxAge !== undefined && !MAX_AGE.test(maxAge))
    throw new OAuthError('invalid_request', 'max_age is a number of seconds.');
  return { values, maxAgeSeconds: maxAge === undefined ? undefined : Number(maxAge) };
}

export function isFulfilledByLogin({ values, maxAgeSeconds }: Prompts): boolean {
  return values.has('login') || values.has('select_account') || maxAgeSeconds !== undefined;
}
