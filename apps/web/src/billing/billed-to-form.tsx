import {
  billedTo as billedToSchema,
  billedToFieldOrder,
  type BilledTo,
  type BilledToReply,
} from '@foyer/contracts/billing/billed-to';
import { DEFAULT_BILLING_COUNTRY } from '@foyer/contracts/billing/billing';
import { fieldsOf } from '@foyer/contracts/field-problems';
import { ProblemError } from '../http/errors.ts';
import { Button } from '../ui/button.tsx';
import grid from '../ui/form-grid.module.css';
import { Message } from '../ui/message.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useForm, type FormDraft } from '../ui/use-form.ts';
import { t } from '../words/t.ts';
import { BillingAddressFields } from './billing-address-fields.tsx';
import styles from './billing-settings.module.css';
import { TaxIdFields } from './tax-id-fields.tsx';
import { useChangeBilledTo } from './use-change-billed-to.ts';
import { problemText } from './use-plan-changes.ts';

type BilledToFormProps = { billedTo: BilledToReply; draft: FormDraft; onDone(): void; onCancel(): void };

export function BilledToForm({ billedTo, draft, onDone, onCancel }: BilledToFormProps) {
  const save = useChangeBilledTo();
  const form = useForm<BilledTo>({
    initial: { ...billedTo, countryCode: billedTo.countryCode || DEFAULT_BILLING_COUNTRY },
    draft,
    order: billedToFieldOrder,
    clears: 'own',
    validate(values) {
      const result = billedToSchema.safeParse(values);
      return result.success ? {} : fieldsOf(result.error.issues);
    },
    onSubmit: (values) =>
      save.mutate(values, {
        onSuccess: onDone,
        onError: (error) => error instanceof ProblemError && form.showErrors(error.fields),
      }),
  });
  const { values, errors, change, text } = form;
  const isFieldProblem = save.error instanceof ProblemError && Object.keys(save.error.fields).length > 0;
  return (
    <form className={styles.form} {...form.formProps}>
      <div className={grid.fields}>
        <div className={grid.whole}>
          <TextField {...text('name')} label={t('common.name', 'Name')} autoComplete="billing name" />
        </div>
        <BillingAddressFields
          form={form}
          onPlaceChange={(place) =>
            // A new country clears the tax ID, because each country has its own kinds of tax ID.
            change('countryCode' in place ? { ...place, taxIdType: '', taxId: '' } : place)
          }
        />
        <div className={grid.whole}>
          <TextField
            {...text('company')}
            label={t('billing.companyLabel', 'Company name on the invoice')}
            autoComplete="billing organization"
            isRequired={false}
          />
        </div>
        <TaxIdFields
          countryCode={values.countryCode}
          taxIdType={values.taxIdType}
          taxId={values.taxId}
          errors={errors}
          onChange={change}
        />
      </div>
      <Message kind="error">
        {save.error &&
          !isFieldProblem &&
          problemText(
            save.error,
            t('billing.billedToForm.nothingSaved', 'We couldn’t save your billing details.'),
          )}
      </Message>
      <div className={styles.buttons}>
        <Button type="submit" isLoading={save.isPending}>
          {t('common.save', 'Save')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('common.cancel', 'Cancel')}
        </Button>
      </div>
    </form>
  );
}
