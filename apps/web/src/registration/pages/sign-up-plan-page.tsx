import { useNavigate } from 'react-router-dom';
import { usePricePreview } from '../../navigation/price-preview.ts';
import { choosePlan, usePlan, type WithPlanPicker } from '../../navigation/plan-choice.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { pageTitles } from '../../page-values/page-titles.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { rich, t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';

export function SignUpPlanPage({ PlanPicker }: WithPlanPicker) {
  useDocumentTitle(pageTitles.signUp);
  const plan = usePlan();
  usePricePreview('compared');
  const navigate = useNavigate();
  function next(): void {
    choosePlan(plan);
    void navigate(routes.signUpForm);
  }
  return (
    <form
      className={layout.form}
      onSubmit={(event) => {
        event.preventDefault();
        next();
      }}
    >
      <PageHeading
        lead={t(
          'registration.signUpPlanPage.lead',
          'Start free, or go straight to PRO. You can change your plan later.',
        )}
      >
        {t('registration.signUpPlanPage.title', 'Choose your plan')}
      </PageHeading>
      <PlanPicker value={plan} onChange={choosePlan} />
      <div className={layout.actions}>
        <Button type="submit" isWide>
          {t('registration.next', 'Next')}
        </Button>
      </div>
      <p className={layout.footnote}>
        {rich('registration.logInInstead', 'Already have an account? <login>Log in</login>', {
          login: (words) => <TextLink to={routes.login}>{words}</TextLink>,
        })}
      </p>
    </form>
  );
}
