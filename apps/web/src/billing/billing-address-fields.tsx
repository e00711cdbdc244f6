import { addressFormOf, regionsOf, type AddressPart } from '@foyer/catalog/address-forms';
import { findPostalCodeRule } from '@foyer/catalog/postal-codes';
import { useMemo, type ComponentProps, type ReactElement } from 'react';
import { CountryField, RegionField } from '../fields/place-fields.tsx';
import styles from '../ui/form-grid.module.css';
import { TextField } from '../ui/text-field.tsx';
import { currentLanguage } from '../words/current-language.ts';
import { t } from '../words/t.ts';

type AddressKey = 'addressLine1' | 'addressLine2' | 'city' | 'postalCode';

type BillingAddressFieldsProps = {
  form: {
    values: { countryCode: string; stateCode: string };
    errors: { countryCode?: string | undefined; stateCode?: string | undefined };
    text(key: AddressKey): Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'error' | 'onChange'>;
  };
  onPlaceChange(place: { countryCode: string; stateCode: string } | { stateCode: string }): void;
};

/** The fields have the order of the country (docs/product.md 5). */
export function BillingAddressFields({ form, onPlaceChange }: BillingAddressFieldsProps) {
  const { values, errors, text } = form;
  const { countryCode, stateCode } = values;
  const regions = useMemo(() => regionOptions(countryCode), [countryCode]);
  const fields: Record<AddressPart, ReactElement> = {
    addressLine1: (
      <div key="addressLine1" className={styles.whole}>
        <TextField
          {...text('addressLine1')}
          label={t('billing.billingAddressFields.street', 'Address')}
          autoComplete="billing address-line1"
        />
      </div>
    ),
    addressLine2: (
      <div key="addressLine2" className={styles.whole}>
        <TextField
          {...text('addressLine2')}
          label={t('billing.billingAddressFields.streetSecondLine', 'Apartment, suite, floor')}
          autoComplete="billing address-line2"
          isRequired={false}
        />
      </div>
    ),
    countryCode: (
      // Without regions, the country fills a whole row, so that city and postal code share the next row.
      <div key="countryCode" className={regions ? undefined : styles.whole}>
        <CountryField
          value={countryCode}
          error={errors.countryCode}
          group="billing"
          onChange={(code) => onPlaceChange({ countryCode: code, stateCode: '' })}
        />
      </div>
    ),
    stateCode: (
      <RegionField
        key="stateCode"
        countryCode={countryCode}
        regions={regions}
        value={stateCode}
        error={errors.stateCode}
        group="billing"
        onChange={(code) => onPlaceChange({ stateCode: code })}
      />
    ),
    city: (
      <TextField
        key="city"
        {...text('city')}
        label={t('billing.billingAddressFields.city', 'City')}
        autoComplete="billing address-level2"
      />
    ),
    postalCode: (
      <TextField
        key="postalCode"
        {...text('postalCode')}
        label={
          countryCode === 'US'
            ? t('billing.billingAddressFields.zipCode', 'ZIP code')
            : t('billing.billingAddressFields.postalCode', 'Postal code')
        }
        autoComplete="billing postal-code"
        isRequired={findPostalCodeRule(countryCode).isRequired}
      />
    ),
  };
  return <>{addressFormOf(countryCode).fields.map((part) => fields[part])}</>;
}

/**
 * The code of a Japanese prefecture is its Japanese name. In a language other than Japanese, the label has the English
 * name and the code.
 */
function regionOptions(countryCode: string) {
  const isJapanese = currentLanguage() === 'ja';
  return regionsOf(countryCode)?.map(({ code, label }) => {
    if (countryCode !== 'JP') return { value: code, label };
    return { value: code, label: isJapanese ? code : `${label} ${code}`, search: [label] };
  });
}
