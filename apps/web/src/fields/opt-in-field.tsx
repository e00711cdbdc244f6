import { isOptInImplied } from '@foyer/catalog/opt-in';
import { usePageValues } from '../page-values/page-values.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { t } from '../words/t.ts';

/** Canada's anti-spam law (CASL) requires the sender's postal address in a request for consent. */
const SENDER_NAMED_IN = 'CA';

type OptInFieldProps = { countryCode: string; isChecked: boolean; onChange(isChecked: boolean): void };

export function OptInField({ countryCode, isChecked, onChange }: OptInFieldProps) {
  const { productName, postalAddress } = usePageValues();
  if (!isOptInAsked(countryCode)) return null;
  return (
    <Checkbox name="optIn" isChecked={isChecked} onChange={onChange}>
      {t(
        'fields.optInField.consent',
        'Yes, email me news, tips and offers from {product}. I can unsubscribe at any time.',
        {
          product: productName,
        },
      )}
      {countryCode === SENDER_NAMED_IN &&
        `\n${t('fields.optInField.sender', 'Sender: {product}, {address}', { product: productName, address: postalAddress })}`}
    </Checkbox>
  );
}

export function isOptInAsked(countryCode: string): boolean {
  return countryCode !== '' && !isOptInImplied(countryCode);
}
