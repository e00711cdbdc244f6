import { findPostalCodeRule } from '@foyer/catalog/postal-codes';
import type { ComponentProps } from 'react';
import { PlaceFields } from '../fields/place-fields.tsx';
import styles from '../ui/form-grid.module.css';
import { TextField } from '../ui/text-field.tsx';
import { t } from '../words/t.ts';

type AddressKey = 'addressLine1' | 'addressLine2' | 'city' | 'postalCode';
type PlaceProps = ComponentProps<typeof PlaceFields>;

type BillingAddressFieldsProps = {
  /** Result of `useForm`. */
  form: {
    values: Pick<PlaceProps, 'countryCode' | 'stateCode'>;
    errors: PlaceProps['errors'];
    text(key: AddressKey): Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'error' | 'onChange'>;
  };
  onPlaceChange: PlaceProps['onChange'];
};

/** The billing address (docs/product.md 3), when paying and for future invoices. */
export function BillingAddressFields({ form, onPlaceChange }: BillingAddressFieldsProps) {
  const { values, errors, text } = form;
  return (
    <>
      <div className={styles.whole}>
        <TextField {...text('addressLine1')} label={t('Address')} autoComplete="billing address-line1" />
      </div>
      <div className={styles.whole}>
        <TextField
          {...text('addressLine2')}
          label={t('Apartment, suite, floor')}
          autoComplete="billing address-line2"
          isRequired={false}
        />
      </div>
      <PlaceFields
        countryCode={values.countryCode}
        stateCode={values.stateCode}
        errors={errors}
        onChange={onPlaceChange}
        group="billing"
      />
      <TextField {...text('city')} label={t('City')} autoComplete="billing address-level2" />
      <TextField
        {...text('postalCode')}
        label={values.countryCode === 'US' ? t('ZIP code') : t('Postal code')}
        autoComplete="billing postal-code"
        isRequired={findPostalCodeRule(values.countryCode).isRequired}
      />
    </>
  );
}
