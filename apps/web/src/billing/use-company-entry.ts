import type { BilledTo } from '@foyer/contracts/billing/billed-to';
import type { BillingForm } from '@foyer/contracts/billing/billing';
import { taxIdKindsOf } from '@foyer/catalog/tax-ids';
import { useEffect, useRef, useState } from 'react';
import { ProblemError } from '../http/errors.ts';
import { keepTypedTaxId } from './billing-draft.ts';
import { useChangeBilledTo } from './use-change-billed-to.ts';

type Company = Pick<BilledTo, 'company' | 'taxIdType' | 'taxId'>;

const empty: Company = { company: '', taxIdType: '', taxId: '' };

export type CompanyEntry = {
  values: Company;
  errors: Partial<Record<keyof Company, string | undefined>>;
  change(changed: Partial<Company>): void;
};

/**
 * Company and tax ID are kept in memory only. They are saved before the payment, because an issued invoice cannot be
 * changed.
 */
export function useCompanyEntry() {
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<CompanyEntry['errors']>({});
  /** After the visitor has typed, even empty values are sent, because they may replace stored ones. */
  const wasEntered = useRef(false);
  const save = useChangeBilledTo();
  useEffect(() => () => keepTypedTaxId(undefined), []);
  const entry: CompanyEntry = {
    values,
    errors,
    change(changed) {
      const next = { ...values, ...changed };
      wasEntered.current = true;
      setValues(next);
      keepTypedTaxId(next);
      setErrors({});
    },
  };

  function saveAndPay({ hasAgreed: _, ...address }: BillingForm, pay: () => void): void {
    if (save.isPending) return;
    const isOfCountry = taxIdKindsOf(address.countryCode).some(({ type }) => type === values.taxIdType);
    const taxId = isOfCountry ? values : { taxIdType: '', taxId: '' };
    const body = { ...address, company: values.company, taxIdType: taxId.taxIdType, taxId: taxId.taxId };
    if (!wasEntered.current) return pay();
    save.mutate(body, {
      onSuccess: pay,
      onError(error) {
        if (!(error instanceof ProblemError)) return;
        setErrors(error.fields);
        const [first] = Object.keys(error.fields);
        setTimeout(() => document.querySelector<HTMLElement>(`[data-field="${first ?? ''}"]`)?.focus());
      },
    });
  }

  const isFieldProblem = Object.values(errors).some(Boolean);
  return {
    entry,
    saveAndPay,
    isSaving: save.isPending,
    problem: save.error && !isFieldProblem ? save.error : undefined,
  };
}
