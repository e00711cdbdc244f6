import { plans } from '@foyer/catalog/plans';
import {
  billingFieldOrder,
  billingForm,
  type BillingForm as BillingValues,
} from '@foyer/contracts/billing/billing';
import { fieldsOf } from '@foyer/contracts/field-problems';
import { emptyBillingForm, keepBillingDraft, ownBillingDraft } from './billing-draft.ts';
import { usePageValues } from '../page-values/page-values.tsx';
import { Button } from '../ui/button.tsx';
import styles from '../ui/form-grid.module.css';
import { Message } from '../ui/message.tsx';
import { TextField } from '../ui/text-field.tsx';
import { TextButton } from '../ui/text-link.tsx';
import { useForm, type FormErrors } from '../ui/use-form.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { dollars, exactSum } from '../words/formats.ts';
import { rich, t } from '../words/t.ts';
import { useQuote } from './use-quote.ts';
import { BillingAddressFields } from './billing-address-fields.tsx';
import { BillingTerms } from './billing-terms.tsx';
import { CompanyFields } from './company-fields.tsx';
import { useCompanyEntry } from './use-company-entry.ts';
import { usePrefill } from './use-prefill.ts';
import { CardArea } from './card-area.tsx';
import { PaymentEndModal, PaymentProcessingModal } from './payment-modals.tsx';
import { problemText } from './use-plan-changes.ts';
import { useCardEntry } from './use-card-entry.ts';
import { usePayment } from './use-payment.ts';

export function BillingForm({ email, onPaid }: { email: string; onPaid(): void }) {
  const { userEmail } = usePageValues();
  const entry = useCardEntry();
  const company = useCompanyEntry();
  const payment = usePayment(onPaid);
  const { state: quoteState, quote, retry } = useQuote();
  const form = useForm<BillingValues>({
    initial: { ...emptyBillingForm, ...ownBillingDraft.read(userEmail) },
    order: billingFieldOrder,
    clears: 'own',
    validate(values) {
      const isCardGood = entry.check();
      const errors = validateBilling(values);
      if (!isCardGood && Object.keys(errors).length === 0) entry.focus();
      return errors;
    },
    onSubmit(values) {
      const { card, provider } = entry;
      if (!entry.check() || !card || !provider) return;
      const quoted = quote && { cents: quote.total, currency: quote.currency };
      company.saveAndPay(values, () => payment.pay({ provider, card, email, form: values, quoted }));
    },
    onChange: ({ hasAgreed: _, ...draft }) => keepBillingDraft(userEmail, draft),
  });
  const { isNameLatin } = usePrefill(form.fill);
  const { values, errors, change, text } = form;
  const isReady = values.hasAgreed && entry.card !== undefined;

  return (
    <form className={styles.form} {...form.formProps}>
      <div className={styles.fields}>
        <div className={styles.whole}>
          <TextField
            label={t('common.email', 'Email')}
            name="email"
            type="email"
            value={email}
            onChange={() => {}}
            autoComplete="billing email"
            readOnly
          />
        </div>
        <div className={styles.whole}>
          <TextField
            {...text('name')}
            label={t('billing.billingForm.nameOnCard', 'Name on card')}
            autoComplete="cc-name"
            hint={
              !isNameLatin &&
              t('billing.billingForm.nameOnCardHint', 'As printed on the card, in Latin letters')
            }
          />
        </div>
        <BillingAddressFields form={form} onPlaceChange={change} />
        <div className={styles.whole}>
          <CardArea {...entry.area} />
        </div>
        <CompanyFields entry={company.entry} countryCode={values.countryCode} />
      </div>
      <BillingTerms
        isChecked={values.hasAgreed}
        onChange={(hasAgreed) => change({ hasAgreed })}
        error={errors.hasAgreed}
      />
      <div>
        <Message kind="error">
          {company.problem &&
            problemText(
              company.problem,
              t(
                'billing.billingForm.billedToNotSaved',
                'We couldn’t save your company name and tax ID, so your card wasn’t charged.',
              ),
            )}
        </Message>
        <Button
          type="submit"
          isWide
          isDisabled={!isReady}
          isLoading={company.isSaving}
          describedBy="pay-hint"
        >
          {quote
            ? t('billing.billingForm.subscribeForSum', 'Subscribe and pay {sum}', {
                sum: exactSum(quote.total, quote.currency),
              })
            : t('billing.billingForm.subscribe', 'Subscribe and pay')}
        </Button>
        <p id="pay-hint" className={styles.hint}>
          {isReady ? quoteState === 'failed' && <QuoteFailed onRetry={retry} /> : disabledReason(entry)}
        </p>
        <VisuallyHidden>
          <span role="status">
            {quote &&
              t('billing.chargedToday', 'Charged today: {sum}', {
                sum: exactSum(quote.total, quote.currency),
              })}
          </span>
          <span role="alert">
            {quoteState === 'failed' && t('billing.billingForm.taxFailed', 'We couldn’t calculate the tax.')}
          </span>
        </VisuallyHidden>
      </div>
      {payment.isProcessing && <PaymentProcessingModal email={email} isLate={payment.isLate} />}
      {payment.error && (
        <PaymentEndModal
          email={email}
          error={payment.error}
          onPay={payment.payNewTotal}
          onClose={payment.reset}
        />
      )}
    </form>
  );
}

function QuoteFailed({ onRetry }: { onRetry(): void }) {
  return rich(
    'billing.billingForm.taxFailedRetry',
    'We couldn’t calculate the tax. We’ll charge your card {price} plus tax. <retry>Try again</retry>',
    {
      price: dollars(plans.pro.monthlyPriceCents),
      retry: (words) => <TextButton onClick={onRetry}>{words}</TextButton>,
    },
  );
}

function validateBilling(values: BillingValues): FormErrors<BillingValues> {
  const result = billingForm.safeParse(values);
  return result.success ? {} : fieldsOf(result.error.issues);
}

function disabledReason({ card, isUnavailable }: ReturnType<typeof useCardEntry>): string {
  if (card) return t('billing.billingForm.termsRequired', 'Agree to the terms and conditions to continue.');
  return isUnavailable
    ? t('billing.billingForm.cardsUnavailable', 'You can pay once card payments are available again.')
    : t('billing.billingForm.cardFieldLoading', 'The card field is loading.');
}
