import type { ReactNode } from 'react';
import { useChoosePro } from '../../navigation/plan-choice.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { routes } from '../../routes.ts';
import { ButtonAnchor } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { OutsideLink } from '../../ui/text-link.tsx';
import { rich, t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';

type OwnerDecidesPageProps = {
  title: string;
  /** The owner's name. Empty in a team without an owner. */
  name: string;
  hasPro?: boolean;
};

export function OwnerDecidesPage({ title, name, hasPro = false }: OwnerDecidesPageProps) {
  useDocumentTitle(title);
  useChoosePro();
  const { support } = usePageValues();
  return (
    <div className={layout.form}>
      <PageHeading
        lead={t(
          'company.ownerDecidesPage.ownerOnly',
          'Only your team’s owner can change and pay for its plan.',
        )}
      >
        {title}
      </PageHeading>
      <Message kind="info">
        {name
          ? deciderText(name, hasPro)
          : rich(
              'company.ownerDecidesPage.noOwner',
              'Your team doesn’t have an owner right now. For questions about its plan, email <write>{email}</write>.',
              {
                email: support.email,
                write: (words) => <OutsideLink href={`mailto:${support.email}`}>{words}</OutsideLink>,
              },
            )}
      </Message>
      <div className={layout.actions}>
        <ButtonAnchor href={routes.home}>
          {t('company.ownerDecidesPage.backToAccount', 'Back to your account')}
        </ButtonAnchor>
      </div>
    </div>
  );
}

function deciderText(name: string, hasPro: boolean): ReactNode {
  const values = { name, strong: (words: ReactNode) => <strong>{words}</strong> };
  return hasPro
    ? rich(
        'company.ownerDecidesPage.askForChanges',
        'Your team has PRO. To change its plan, ask your team’s owner, <strong>{name}</strong>.',
        values,
      )
    : rich(
        'company.ownerDecidesPage.askForPro',
        'To get PRO, ask your team’s owner, <strong>{name}</strong>.',
        values,
      );
}
