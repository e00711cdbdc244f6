import { businessTypes } from '@foyer/catalog/business-types';
import { findCountry, findState } from '@foyer/catalog/countries';
import { isOptInImplied } from '@foyer/catalog/opt-in';
import { fullName } from '@foyer/catalog/person-name';
import { plans, planTypes } from '@foyer/catalog/plans';
import { orderOf } from '@foyer/contracts/form';
import { signUpQuestions } from '@foyer/contracts/registration/sign-up';
import { useEffect, useId, useRef } from 'react';
import { countryName } from '../../fields/country-options.ts';
import { SignUpFields } from '../../fields/sign-up-fields.tsx';
import { TermsText } from '../../fields/terms-text.tsx';
import { Button } from '../../ui/button.tsx';
import grid from '../../ui/form-grid.module.css';
import { planName, pricePerMonth } from '../../words/plan-features.ts';
import styles from './sign-up-details.module.css';
import type { SignUpAnswersState } from './use-sign-up-answers.ts';
import { t } from '../../words/t.ts';
import { inWords } from '../../words/in-words.ts';

/**
 * The visitor can correct the answers, because another person may have entered them: the link proves only that the
 * visitor reads the mailbox.
 */
export function SignUpDetails({ answers }: { answers: SignUpAnswersState }) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const wasOpen = useRef(false);
  const { isOpen } = answers;
  useEffect(() => {
    // The pressed button disappears with the form, so the focus moves to the heading.
    if (wasOpen.current && !isOpen) heading.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <section className={styles.details} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title} ref={heading} tabIndex={-1}>
          {t('registration.signUpDetails.title', 'Your details')}
        </h2>
        {!isOpen && (
          <Button variant="quiet" onClick={answers.open}>
            {t('registration.signUpDetails.change', 'Change ## button: the details of a sign-up')}
          </Button>
        )}
      </div>
      {isOpen ? <DetailsForm answers={answers} /> : <Summary answers={answers} />}
    </section>
  );
}

/** Questions that the summary combines, translates or leaves out. Every other question gets a row with its answer. */
const summarizedQuestions = {
  firstName: true,
  lastName: true,
  email: true,
  phone: true,
  businessName: true,
  businessType: true,
  sqft: true,
  countryCode: true,
  stateCode: true,
};
const furtherQuestions = orderOf(signUpQuestions).filter((key) => !(key in summarizedQuestions));

function Summary({ answers: { form, plan } }: { answers: SignUpAnswersState }) {
  const { values } = form;
  const country = findCountry(values.countryCode);
  const state = country && findState(country, values.stateCode)?.label;
  const inCountry = country && countryName(country.code, country.label);
  const place =
    state && inCountry
      ? t('registration.signUpDetails.stateAndCountry', '{state}, {country}', { state, country: inCountry })
      : inCountry;
  const businessType = businessTypes.find(({ value }) => value === values.businessType);
  const rows = [
    [t('common.name', 'Name'), fullName(values)],
    [t('registration.signUpDetails.companyLabel', 'Company'), values.businessName],
    [t('registration.businessTypeLabel', 'Business type'), businessType && inWords(businessType.label)],
    // Keeps the parts of a phone number in order in a right-to-left text.
    [t('registration.phoneLabel', 'Phone'), <bdi dir="ltr">{values.phone}</bdi>],
    ...furtherQuestions.map((key) => [inWords(signUpQuestions[key].label), values[key]] as const),
    [t('registration.signUpDetails.placeLabel', 'Location'), place],
    [t('common.plan', 'Plan'), planName(plan)],
    [
      t('registration.signUpDetails.newsLabel', 'News by email'),
      values.optIn || isOptInImplied(values.countryCode) ? t('common.yes', 'Yes') : t('common.no', 'No'),
    ],
  ] as const;
  return (
    <dl className={styles.rows}>
      {rows.map(([name, value]) => (
        <div key={name} className={styles.row}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function DetailsForm({ answers }: { answers: SignUpAnswersState }) {
  const { form, plan, changePlan } = answers;
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.querySelector<HTMLElement>('[data-field]')?.focus(), []);
  return (
    <form className={grid.form} {...form.formProps}>
      <div ref={top} className={grid.form}>
        <SignUpFields form={form} />
      </div>
      <fieldset className={styles.plans}>
        <legend className={styles.legend}>{t('common.plan', 'Plan')}</legend>
        {planTypes.map((type) => (
          <label key={type} className={styles.plan}>
            <input
              className={styles.radio}
              type="radio"
              name="plan"
              value={type}
              checked={plan === type}
              onChange={() => changePlan(type)}
            />
            {planName(type)}
            {plans[type].monthlyPriceCents > 0 && `, ${pricePerMonth(plans[type])}`}
          </label>
        ))}
      </fieldset>
      <p className={grid.terms}>
        <TermsText />
      </p>
      <Button type="submit" variant="secondary">
        {t('registration.signUpDetails.done', 'Done')}
      </Button>
    </form>
  );
}
