/**
 * The formats of tax IDs (https://docs.stripe.com/billing/customer/tax-ids). Other formats are rejected as
 * `tax_id_invalid`.
 */
const EU_VAT: Record<string, RegExp> = {
  AT: /^ATU\d{8}$/,
  BE: /^BE[01]\d{9}$/,
  BG: /^BG\d{9,10}$/,
  CY: /^CY\d{8}[A-Z]$/,
  CZ: /^CZ\d{8,10}$/,
  DE: /^DE\d{9}$/,
  DK: /^DK\d{8}$/,
  EE: /^EE\d{9}$/,
  ES: /^ES[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^FI\d{8}$/,
  FR: /^FR[A-Z0-9]{2}\d{9}$/,
  GR: /^EL\d{9}$/,
  HR: /^HR\d{11}$/,
  HU: /^HU\d{8}(\d{3})?$/,
  IE: /^IE\d[A-Z0-9]\d{5}[A-Z]{1,2}$/,
  IT: /^IT\d{11}$/,
  LT: /^LT(\d{9}|\d{12})$/,
  LU: /^LU\d{8}$/,
  LV: /^LV\d{11}$/,
  MT: /^MT\d{8}$/,
  NL: /^NL\d{9}B\d{2}$/,
  PL: /^PL\d{10}$/,
  PT: /^PT\d{9}$/,
  RO: /^RO\d{2,10}$/,
  SE: /^SE\d{12}$/,
  SI: /^SI\d{8}$/,
  SK: /^SK\d{10}$/,
  XI: /^XI(\d{9}|\d{12})$/,
};

const FORMATS: Record<string, RegExp> = {
  ae_trn: /^\d{15}$/,
  au_abn: /^\d{11}$/,
  au_arn: /^\d{12}$/,
  br_cnpj: /^\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2}$/,
  br_cpf: /^\d{3}\.?\d{3}\.?\d{3}-?\d{2}$/,
  ca_bn: /^\d{9}$/,
  ca_gst_hst: /^\d{9}RT\d{4}$/,
  ca_qst: /^\d{10}TQ\d{4}$/,
  ch_vat: /^CHE-?\d{3}\.?\d{3}\.?\d{3} ?(MWST|TVA|IVA)$/,
  cl_tin: /^\d{1,2}\.?\d{3}\.?\d{3}-?[\dK]$/,
  es_cif: /^[A-Z]\d{7}[A-Z0-9]$/,
  gb_vat: /^GB(\d{9}|\d{12}|(GD|HA)\d{3})$/,
  hk_br: /^\d{8}$/,
  in_gst: /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z0-9]Z[A-Z0-9]$/,
  jp_trn: /^T\d{13}$/,
  mx_rfc: /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/,
  no_vat: /^\d{9}MVA$/,
  nz_gst: /^\d{8,9}$/,
  sa_vat: /^\d{15}$/,
  sg_gst: /^M[A-Z0-9]\d{7}[A-Z]$/,
  sg_uen: /^\d{8,9}[A-Z]$/,
  th_vat: /^\d{13}$/,
  tw_vat: /^\d{8}$/,
  us_ein: /^\d{2}-\d{7}$/,
  za_vat: /^4\d{9}$/,
};

/** Whether a country is a member of the European Union. Northern Ireland (XI) has EU VAT numbers but is no member. */
export function isOfEuropeanUnion(country: string): boolean {
  return country !== 'XI' && Object.hasOwn(EU_VAT, country);
}

export function isTaxIdType(type: string): boolean {
  return type === 'eu_vat' || Object.hasOwn(FORMATS, type);
}

export function isTaxIdOf(type: string, value: string): boolean {
  if (type === 'eu_vat') return countryOfVat(value) !== undefined;
  return FORMATS[type]?.test(value) ?? false;
}

export function countryOfTaxId(type: string, value: string): string | null {
  return type === 'eu_vat' ? (countryOfVat(value) ?? null) : type.slice(0, 2).toUpperCase();
}

function countryOfVat(value: string): string | undefined {
  return Object.entries(EU_VAT).find(([, format]) => format.test(value))?.[0];
}
