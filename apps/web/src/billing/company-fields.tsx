import { useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import grid from '../ui/form-grid.module.css';
import { TextField } from '../ui/text-field.tsx';
import { t } from '../words/t.ts';
import type { CompanyEntry } from './use-company-entry.ts';
import { TaxIdFields } from './tax-id-fields.tsx';

type CompanyFieldsProps = { entry: CompanyEntry; countryCode: string };

export function CompanyFields({ entry, countryCode }: CompanyFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <div className={`${grid.whole} ${grid.flush}`}>
        <Button variant="quiet" isExpanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('billing.companyFields.oneRequired', 'Add a company name or tax ID')}
        </Button>
      </div>
      {isOpen && (
        <>
          <div className={grid.whole} id={id}>
            <TextField
              label={t('billing.companyLabel', 'Company name on the invoice')}
              name="company"
              value={entry.values.company}
              error={entry.errors.company}
              autoComplete="billing organization"
              isRequired={false}
              onChange={(company) => entry.change({ company })}
            />
          </div>
          <TaxIdFields
            countryCode={countryCode}
            taxIdType={entry.values.taxIdType}
            taxId={entry.values.taxId}
            errors={entry.errors}
            onChange={entry.change}
          />
        </>
      )}
    </>
  );
}
