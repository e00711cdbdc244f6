import { brandName } from '@foyer/catalog/card-brands';
import { t } from '../words/t.ts';

export function cardName({ brand, last4 }: { brand: string; last4: string }): string {
  const name = brandName(brand);
  return name
    ? t('common.cardBrandEnding', '{brand} ending in {last4}', { brand: name, last4 })
    : t('common.cardEnding', 'Card ending in {last4}', { last4 });
}
