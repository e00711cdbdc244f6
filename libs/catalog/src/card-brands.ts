const brandNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  unknown: '',
};

/** The name of the provider's brand, the same in every language; empty if it is unknown. */
export function brandName(brand: string): string {
  return brandNames[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1);
}

/** A card's name for people, from the provider's brand: visa, 4242 -> Visa ending in 4242 */
export function cardName({ brand, last4 }: { brand: string; last4: string }): string {
  return `${brandName(brand) || 'Card'} ending in ${last4}`;
}
