import { isOptInImplied, optInText } from '@foyer/catalog/opt-in';
import { usePageValues } from '../page-values/page-values.tsx';
import { Checkbox } from '../ui/checkbox.tsx';

type OptInFieldProps = { countryCode: string; isChecked: boolean; onChange(isChecked: boolean): void };

/** Consent to news, asked where the country's law wants it asked (docs/product.md 5). */
export function OptInField({ countryCode, isChecked, onChange }: OptInFieldProps) {
  const { productName, postalAddress } = usePageValues();
  if (!isOptInAsked(countryCode)) return null;
  return (
    <Checkbox name="optIn" isChecked={isChecked} onChange={onChange}>
      {optInText(countryCode, productName, postalAddress)}
    </Checkbox>
  );
}

export function isOptInAsked(countryCode: string): boolean {
  return countryCode !== '' && !isOptInImplied(countryCode);
}
