import { findCountry, firstCountryCount } from '@foyer/catalog/countries';
import { useMemo } from 'react';
import { SelectField } from '../ui/select-field.tsx';
import { countryOptions } from './country-options.ts';
import { t } from '../words/t.ts';

const countryGroups = () => ({
  firstCount: firstCountryCount,
  firstLabel: t('Most chosen countries'),
  restLabel: t('All other countries'),
});

type PlaceFieldsProps = {
  countryCode: string;
  stateCode: string;
  errors: { countryCode?: string | undefined; stateCode?: string | undefined };
  onChange(place: { countryCode: string; stateCode: string } | { stateCode: string }): void;
  /** Whether a country has to be chosen. */
  isRequired?: boolean;
  /** Of which address they are part, for autofill (WHATWG HTML 4.10.19.7.1). */
  group?: 'billing';
};

/**
 * Country and state (docs/product.md 5): the state is disabled until a country is chosen, hidden where a country has
 * none, and cleared when the country changes.
 */
export function PlaceFields(props: PlaceFieldsProps) {
  const { countryCode, stateCode, errors, onChange, isRequired = true, group } = props;
  const inGroup = (token: string) => (group ? `${group} ${token}` : token);
  const states = findCountry(countryCode)?.states;
  const stateOptions = useMemo(
    () => states?.map(({ code, label }) => ({ value: code, label })) ?? [],
    [states],
  );
  const hasStateField = countryCode === '' || states !== undefined;
  return (
    <>
      <SelectField
        label={t('Country')}
        name="countryCode"
        autoComplete={inGroup('country')}
        options={useMemo(() => countryOptions(), [])}
        groups={useMemo(() => countryGroups(), [])}
        value={countryCode}
        error={errors.countryCode}
        isRequired={isRequired}
        onChange={(code) => onChange({ countryCode: code, stateCode: '' })}
      />
      {hasStateField && (
        <SelectField
          // Another country has another list; the old one's open state and search must not live on.
          key={countryCode}
          label={t('State or province')}
          name="stateCode"
          autoComplete={inGroup('address-level1')}
          options={stateOptions}
          value={stateCode}
          error={errors.stateCode}
          isDisabled={states === undefined}
          placeholder={states ? t('Select ## in an empty list') : t('Select a country first')}
          onChange={(code) => onChange({ stateCode: code })}
        />
      )}
    </>
  );
}
