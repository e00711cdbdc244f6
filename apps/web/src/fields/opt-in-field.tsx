import { isOptInImplied, optInText } from '@foyer/catalog/opt-in';
import { usePageValues } from '../page-values/page-values.tsx';
import { Checkbox } from '../ui/checkbox.tsx';

type OptInFieldProps = { countryCode: string; isChecked: boolean; onChange(isChecked: boolean): void };

/** Consent to news, asked where the country's law wants it asked (SPEC 5). */
export function OptInField({ countryCode, isChecked, onChange }: OptInFieldProps) {
  const { productName } = usePageValues();
  if (!isOptInAsked(countryCode)) return null;
  return (
    <Checkbox name="optIn" isChecked={isChecked} onChange={onChange}>
      {optInText(countryCode, productName, SENDER_ADDRESS)}
    </Checkbox>
  );
}

export function isOptInAsked(countryCode: string): boolean {
  return countryCode !== '' && !isOptInImplied(countryCode);
}

// TODO(contracts): page values should carry the sender's postal address, which is configuration.
const SENDER_ADDRESS = '100 Main Street, Suite 200, Portland, ME 04101, USA';
