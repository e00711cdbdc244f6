import * as z from 'zod/mini';
import { say } from '@foyer/catalog/words/say';
import { isRegionValid } from '@foyer/catalog/address-forms';
import { findCountry } from '@foyer/catalog/countries';
import { findPostalCodeRule } from '@foyer/catalog/postal-codes';
import { taxIdKindsOf } from '@foyer/catalog/tax-ids';
import { VALID_POSTAL_CODE_REQUIRED } from './billing.ts';
import { CHOOSE_FROM_LIST, optionalText, REQUIRED_FIELD, requiredText } from '../field.ts';
import { optionalCode } from '../identity/typed-code.ts';

export const CHECK_ADDRESS = say(
  'billing.billedTo.addressNotPlaced',
  'We can’t find this address. Check it and try again.',
);

/** The error of a tax ID that the provider rejects. Used if `findTaxIdKind` does not know the tax ID's type. */
export const ENTER_VALID_TAX_ID = say('billing.billedTo.taxIdInvalid', 'Enter a valid tax ID');

/**
 * Maximum length of a custom field on an invoice, such as the company (https://docs.stripe.com/api/customers/update).
 */
const COMPANY_MAX_LENGTH = 140;

/** Bill-to details: body of `POST /settings/billing/billed-to`. Only the payment provider stores them. */
export const billedTo = z
  .strictObject({
    name: requiredText(),
    addressLine1: requiredText(),
    addressLine2: optionalText(),
    city: requiredText(),
    countryCode: requiredText(2),
    stateCode: optionalText(4),
    postalCode: optionalCode(20),
    company: optionalText(COMPANY_MAX_LENGTH),
    taxIdType: optionalText(20),
    taxId: optionalText(40),
  })
  .check((context) => {
    const refuse = (field: string, message: string): void => {
      context.issues.push({ code: 'custom', path: [field], message, input: context.value });
    };
    const { countryCode, stateCode, postalCode, taxId, taxIdType } = context.value;
    if (!findCountry(countryCode)) return refuse('countryCode', CHOOSE_FROM_LIST);
    if (!isRegionValid(countryCode, stateCode)) refuse('stateCode', REQUIRED_FIELD);
    const { isRequired, pattern } = findPostalCodeRule(countryCode);
    if (postalCode === '' ? isRequired : !pattern.test(postalCode))
      refuse('postalCode', postalCode === '' ? REQUIRED_FIELD : VALID_POSTAL_CODE_REQUIRED);
    const isKnown = taxIdKindsOf(countryCode).some(({ type }) => type === taxIdType);
    if (taxId !== '' && !isKnown) refuse('taxIdType', CHOOSE_FROM_LIST);
  });
export type BilledTo = z.infer<typeof billedTo>;

export const billedToFieldOrder = [
  'name',
  'addressLine1',
  'addressLine2',
  'countryCode',
  'stateCode',
  'city',
  'postalCode',
  'company',
  'taxIdType',
  'taxId',
] as const satisfies readonly (keyof BilledTo)[];

/** Answer of `GET /settings/billing/billed-to`: what the payment provider has stored. Missing values are empty. */
export const billedToReply = z.object({
  name: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string(),
  city: z.string(),
  countryCode: z.string(),
  stateCode: z.string(),
  postalCode: z.string(),
  company: z.string(),
  taxIdType: z.string(),
  taxId: z.string(),
});
export type BilledToReply = z.infer<typeof billedToReply>;

export const billingPrefillReply = z.object({
  name: z.string(),
  countryCode: z.string(),
  stateCode: z.string(),
});
export type BillingPrefillReply = z.infer<typeof billingPrefillReply>;
