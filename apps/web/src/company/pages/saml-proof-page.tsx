import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { companyStepUpInWords } from '../../identity/step-up/company-step-up-words.ts';
import { announceStepUp, readOutcome } from '../../navigation/company-step-up.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { routes } from '../../routes.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';

/** The last page of a step-up through the company, in its own tab. The original tab continues by itself. */
export function SamlProofPage() {
  const outcome = readOutcome(useParams()['outcome'] ?? '');
  useEffect(() => announceStepUp(outcome), [outcome]);
  const isProved = outcome === 'ok';
  const title = isProved
    ? t('company.samlProofPage.confirmedTitle', 'Identity confirmed')
    : t('company.samlProofPage.notConfirmedTitle', 'We couldn’t confirm it’s you');
  useDocumentTitle(title);
  return (
    <div className={layout.centred}>
      <PageHeading
        lead={
          isProved
            ? t(
                'company.samlProofPage.confirmedCloseTab',
                'You can close this tab and continue in the one where you started.',
              )
            : companyStepUpInWords(outcome)
        }
      >
        {title}
      </PageHeading>
      {!isProved && (
        <div className={layout.prose}>
          <p>
            {t(
              'company.samlProofPage.notConfirmedCloseTab',
              'Nothing was changed. You can close this tab and go back to the one where you started.',
            )}
          </p>
        </div>
      )}
      <div className={layout.choice}>
        <ButtonLink to={routes.settings} variant="secondary">
          {t('company.samlProofPage.goToAccount', 'Go to your account')}
        </ButtonLink>
      </div>
    </div>
  );
}
