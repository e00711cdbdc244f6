import { taxIdKindsOf, taxIdProblem } from '@foyer/catalog/tax-ids';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { inWords } from '../words/in-words.ts';
import { t } from '../words/t.ts';

type TaxId = { taxIdType: string; taxId: string };

type TaxIdFieldsProps = TaxId & {
  countryCode: string;
  errors: { taxIdType?: string | undefined; taxId?: string | undefined };
  onChange(taxId: TaxId): void;
};

export function TaxIdFields({ countryCode, taxIdType, taxId, errors, onChange }: TaxIdFieldsProps) {
  const kinds = taxIdKindsOf(countryCode);
  const kind = kinds.find(({ type }) => type === taxIdType) ?? kinds[0];
  if (!kind) return null;
  const label = inWords(kind.label);
  return (
    <>
      {kinds.length > 1 && (
        <SelectField
          key={countryCode}
          label={t('billing.taxIdFields.kindLabel', 'Tax ID type')}
          name="taxIdType"
          options={kinds.map((one) => ({ value: one.type, label: inWords(one.label) }))}
          value={kind.type}
          error={errors.taxIdType}
          isRequired={false}
          onChange={(type) => onChange({ taxIdType: type, taxId })}
        />
      )}
      <TextField
        label={label}
        name="taxId"
        value={taxId}
        error={
          errors.taxId === taxIdProblem(kind)
            ? t('billing.taxIdFields.invalid', 'Enter a valid {kind}, such as {example}', {
                kind: label,
                example: kind.example,
              })
            : (errors.taxId ?? (kinds.length > 1 ? undefined : errors.taxIdType))
        }
        hint={t('billing.taxIdFields.example', 'For example, {example}', { example: kind.example })}
        isRequired={false}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(value) => onChange({ taxIdType: value === '' ? '' : kind.type, taxId: value })}
      />
    </>
  );
}
