import { findCountry, firstCountryCount } from '@foyer/catalog/countries';
import { useMemo } from 'react';
import { SelectField } from '../ui/select-field.tsx';
import type { Option } from '../ui/select-parts.ts';
import { countryOptions } from './country-options.ts';
import { t } from '../words/t.ts';

const countryGroups = () => ({
  firstCount: firstCountryCount,
  firstLabel: t('fields.placeFields.frequentCountries', 'Common choices'),
  restLabel: t('fields.placeFields.otherCountries', 'All other countries'),
});

type FieldProps = {
  value: string;
  error: string | undefined;
  /** A kind of address for the autofill token, such as `billing country` (WHATWG HTML 4.10.19.7.1). */
  group?: 'billing' | undefined;
};

type CountryFieldProps = FieldProps & { isRequired?: boolean; onChange(code: string): void };

export function CountryField({ group, ...props }: CountryFieldProps) {
  return (
    <SelectField
      {...props}
      label={t('common.country', 'Country')}
      name="countryCode"
      autoComplete={inGroup('country', group)}
      options={useMemo(() => countryOptions(), [])}
      groups={useMemo(() => countryGroups(), [])}
    />
  );
}

type RegionFieldProps = FieldProps & {
  countryCode: string;
  regions: readonly Option[] | undefined;
  isRequired?: boolean;
  onChange(code: string): void;
};

export function RegionField({ countryCode, regions, group, ...props }: RegionFieldProps) {
  if (countryCode !== '' && !regions) return null;
  return (
    <SelectField
      {...props}
      // A new key resets the list's open state and search when the country changes.
      key={countryCode}
      label={
        countryCode === 'JP'
          ? t('fields.placeFields.prefecture', 'Prefecture ## of Japan')
          : t('common.stateOrProvince', 'State or province')
      }
      name="stateCode"
      autoComplete={inGroup('address-level1', group)}
      options={regions ?? noOptions}
      isDisabled={!regions}
      placeholder={
        regions
          ? t('fields.placeFields.placeholder', 'Select ## in an empty list')
          : t('fields.placeFields.countryFirst', 'Select a country first')
      }
    />
  );
}

const noOptions: readonly Option[] = [];

const inGroup = (token: string, group?: string) => (group ? `${group} ${token}` : token);

type PlaceFieldsProps = {
  countryCode: string;
  stateCode: string;
  errors: { countryCode?: string | undefined; stateCode?: string | undefined };
  onChange(place: { countryCode: string; stateCode: string } | { stateCode: string }): void;
  isRequired?: boolean;
};

/** A change of the country clears the state (docs/product.md 5). */
export function PlaceFields(props: PlaceFieldsProps) {
  const { countryCode, stateCode, errors, onChange, isRequired = true } = props;
  const states = findCountry(countryCode)?.states;
  return (
    <>
      <CountryField
        value={countryCode}
        error={errors.countryCode}
        isRequired={isRequired}
        onChange={(code) => onChange({ countryCode: code, stateCode: '' })}
      />
      <RegionField
        countryCode={countryCode}
        regions={useMemo(() => states?.map(({ code, label }) => ({ value: code, label })), [states])}
        value={stateCode}
        error={errors.stateCode}
        isRequired={isRequired}
        onChange={(code) => onChange({ stateCode: code })}
      />
    </>
  );
}
