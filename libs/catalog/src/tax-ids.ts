import { say } from './words/say.ts';

/** The payment provider accepts these kinds (https://docs.stripe.com/billing/customer/tax-ids). */
export type TaxIdKind = {
  readonly type: string;
  readonly countryCode: string;
  /** In English. An abbreviation is the same in every language. */
  readonly label: string;
  readonly example: string;
};

const VAT = say('catalog.taxIds.vat', 'VAT number');

/** Country, the provider's type, label, example. The most common type of a country comes first. */
const rows = [
  ['AE', 'ae_trn', 'TRN', '123456789012345'],
  ['AT', 'eu_vat', VAT, 'ATU12345678'],
  ['AU', 'au_abn', 'ABN', '12345678912'],
  ['AU', 'au_arn', 'ARN', '123456789123'],
  ['BE', 'eu_vat', VAT, 'BE0123456789'],
  ['BG', 'eu_vat', VAT, 'BG0123456789'],
  ['BR', 'br_cnpj', 'CNPJ', '01.234.456/5432-10'],
  ['BR', 'br_cpf', 'CPF', '123.456.789-87'],
  ['CA', 'ca_gst_hst', say('catalog.taxIds.canadaGstHst', 'GST/HST number'), '123456789RT0002'],
  ['CA', 'ca_bn', say('catalog.taxIds.canadaBusiness', 'Business number'), '123456789'],
  ['CA', 'ca_qst', say('catalog.taxIds.quebecQst', 'QST number'), '1234567890TQ1234'],
  ['CH', 'ch_vat', VAT, 'CHE-123.456.789 MWST'],
  ['CL', 'cl_tin', 'TIN', '12.345.678-K'],
  ['CY', 'eu_vat', VAT, 'CY12345678Z'],
  ['CZ', 'eu_vat', VAT, 'CZ1234567890'],
  ['DE', 'eu_vat', VAT, 'DE123456789'],
  ['DK', 'eu_vat', VAT, 'DK12345678'],
  ['EE', 'eu_vat', VAT, 'EE123456789'],
  ['ES', 'eu_vat', VAT, 'ESA1234567Z'],
  ['ES', 'es_cif', 'CIF', 'A12345678'],
  ['FI', 'eu_vat', VAT, 'FI12345678'],
  ['FR', 'eu_vat', VAT, 'FRAB123456789'],
  ['GB', 'gb_vat', VAT, 'GB123456789'],
  ['GR', 'eu_vat', VAT, 'EL123456789'],
  ['HK', 'hk_br', say('catalog.taxIds.hongKongBr', 'BR number'), '12345678'],
  ['HR', 'eu_vat', VAT, 'HR12345678912'],
  ['HU', 'eu_vat', VAT, 'HU12345678'],
  ['IE', 'eu_vat', VAT, 'IE1234567AB'],
  ['IN', 'in_gst', say('catalog.taxIds.gst', 'GST number'), '12ABCDE3456FGZH'],
  ['IT', 'eu_vat', VAT, 'IT12345678912'],
  ['JP', 'jp_trn', say('catalog.taxIds.japanRegistered', 'Registered number'), 'T1234567891234'],
  ['LT', 'eu_vat', VAT, 'LT123456789123'],
  ['LU', 'eu_vat', VAT, 'LU12345678'],
  ['LV', 'eu_vat', VAT, 'LV12345678912'],
  ['MT', 'eu_vat', VAT, 'MT12345678'],
  ['MX', 'mx_rfc', 'RFC', 'ABC010203AB9'],
  ['NL', 'eu_vat', VAT, 'NL123456789B12'],
  ['NO', 'no_vat', VAT, '123456789MVA'],
  ['NZ', 'nz_gst', say('catalog.taxIds.gst', 'GST number'), '123456789'],
  ['PL', 'eu_vat', VAT, 'PL1234567890'],
  ['PT', 'eu_vat', VAT, 'PT123456789'],
  ['RO', 'eu_vat', VAT, 'RO1234567891'],
  ['SA', 'sa_vat', VAT, '123456789012345'],
  ['SE', 'eu_vat', VAT, 'SE123456789123'],
  ['SG', 'sg_gst', say('catalog.taxIds.gst', 'GST number'), 'M12345678X'],
  ['SG', 'sg_uen', 'UEN', '123456789F'],
  ['SI', 'eu_vat', VAT, 'SI12345678'],
  ['SK', 'eu_vat', VAT, 'SK1234567891'],
  ['TH', 'th_vat', VAT, '1234567891234'],
  ['TW', 'tw_vat', VAT, '12345678'],
  ['US', 'us_ein', 'EIN', '12-3456789'],
  ['ZA', 'za_vat', VAT, '4123456789'],
] as const;

export const taxIdTypes: readonly string[] = [...new Set(rows.map(([, type]) => type))];

export function taxIdKindsOf(countryCode: string): TaxIdKind[] {
  return rows
    .filter(([code]) => code === countryCode)
    .map(([code, type, label, example]) => ({ countryCode: code, type, label, example }));
}

/** Prefers the country's own kind, but also finds another country's, because a VAT number may be from abroad. */
export function findTaxIdKind(type: string, countryCode: string): TaxIdKind | undefined {
  const own = taxIdKindsOf(countryCode).find((kind) => kind.type === type);
  if (own) return own;
  const country = rows.find(([, known]) => known === type)?.[0];
  return country === undefined ? undefined : taxIdKindsOf(country).find((kind) => kind.type === type);
}

/** In English. The page recognizes the message and translates it. */
export function taxIdProblem({ label, example }: TaxIdKind): string {
  return `Enter a valid ${label}, such as ${example}`;
}
