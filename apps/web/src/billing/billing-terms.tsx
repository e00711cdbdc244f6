import { englishGoverns } from '../fields/english-governs.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { billingTerms } from '../words/plan-texts.ts';
import { t } from '../words/t.ts';
import styles from './billing-terms.module.css';

type BillingTermsProps = {
  isChecked: boolean;
  onChange(isChecked: boolean): void;
  error: string | undefined;
};

export function BillingTerms({ isChecked, onChange, error }: BillingTermsProps) {
  const governs = englishGoverns();
  return (
    <section className={styles.terms} aria-labelledby="billing-terms">
      <h2 id="billing-terms" className={styles.title}>
        {t('billing.billingTerms.title', 'Terms and conditions')}
      </h2>
      <ul className={styles.list}>
        {Object.values(billingTerms()).map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ul>
      {governs && <p className={styles.governs}>{governs}</p>}
      <Checkbox name="hasAgreed" isChecked={isChecked} onChange={onChange} error={error}>
        {t('billing.billingTerms.consentLabel', 'I agree to the terms and conditions')}
      </Checkbox>
    </section>
  );
}
