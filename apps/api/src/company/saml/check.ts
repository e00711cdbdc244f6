import { SOURCE_LANGUAGE } from '@foyer/catalog/languages';
import { sentence, type Sentence, type SentenceValue } from '@foyer/catalog/words/sentence';
import { translatorOf } from '@foyer/catalog/words/translator';
import type { SsoCheck } from '@foyer/contracts/company/saml';

export type Passed<Found = undefined> = { said: Sentence[]; isWarning?: boolean; found: Found };

export function passed(said: Sentence): Passed;
export function passed<Found>(said: Sentence, found: Found): Passed<Found>;
export function passed(said: Sentence, found?: unknown): Passed<unknown> {
  return { said: [said], found };
}

export const inEnglish = (said: readonly Sentence[]): string => translatorOf(SOURCE_LANGUAGE).compose(said);

/**
 * Returns a check's value to later checks. Throws `CheckSkipped` if there is none, which can happen only in an
 * owner's test.
 */
export type GetCheckValue<Found> = () => Found;

/**
 * If the check fails, throws `CheckFailed` in a sign-in. In an owner's test, records the outcome instead, and returns
 * `otherwise` or a finding that throws `CheckSkipped`.
 */
export type RunCheck = <Found>(
  name: SsoCheck,
  check: () => Passed<Found> | Promise<Passed<Found>>,
  otherwise?: GetCheckValue<Found>,
) => Promise<GetCheckValue<Found>>;

export const stopAtFirstFailure: RunCheck = async (_name, check) => {
  const { found } = await check();
  return () => found;
};

export class CheckFailed extends Error {
  readonly check: SsoCheck;
  readonly said: readonly Sentence[];
  readonly problemCode: 'BodyTooLarge' | 'MalformedBody' | 'TooManyRequests' | undefined;

  constructor(
    check: SsoCheck,
    said: readonly Sentence[],
    { problemCode, ...options }: ErrorOptions & { problemCode?: CheckFailed['problemCode'] } = {},
  ) {
    super(inEnglish(said), options);
    this.check = check;
    this.said = said;
    this.problemCode = problemCode;
  }
}

export class CheckSkipped extends Error {
  readonly said = [sentence('company.check.notChecked', 'Not checked, because an earlier check failed.')];
}

export const VALUE_MISSING = sentence(
  'company.valueMissing',
  '(none) ## in place of a value that was not received',
);

const SHOWN_LENGTH = 300;

export function quote(value: string | undefined): SentenceValue {
  return value === undefined ? VALUE_MISSING : `“${value.slice(0, SHOWN_LENGTH)}”`;
}
