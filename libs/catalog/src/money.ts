/** 19900 -> $199, 1250 -> $12.50 */
export function dollars(cents: number, locale: string): string {
  return (cents / 100).toLocaleString(locale, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  });
}

/** As on a bill: 19900 -> $199.00 */
export function exactDollars(cents: number, locale: string): string {
  return (cents / 100).toLocaleString(locale, { style: 'currency', currency: 'USD' });
}
