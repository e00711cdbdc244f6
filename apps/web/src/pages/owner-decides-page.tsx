import { useProPlan } from '../journey/plan-choice.ts';
import { useDocumentTitle } from '../page-values/document-title.ts';
import { usePageValues } from '../page-values/page-values.tsx';
import { routes } from '../routes.ts';
import { ButtonAnchor } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { OutsideLink } from '../ui/text-link.tsx';
import layout from './layout.module.css';

type OwnerDecidesPageProps = {
  title: string;
  /** Empty in a team without an owner. */
  name: string;
  /** The team has PRO: there is nothing to ask for. */
  hasPro?: boolean;
};

/** In the place of the card, for a member of a team: who decides. Nothing else about the team is told here. */
export function OwnerDecidesPage({ title, name, hasPro = false }: OwnerDecidesPageProps) {
  useDocumentTitle(title);
  useProPlan();
  const { support } = usePageValues();
  return (
    <div className={layout.form}>
      <PageHeading lead="Only the owner of your team can change its plan and pay for it.">
        {title}
      </PageHeading>
      <Message kind="info">
        {name ? (
          <>
            {hasPro && 'Your team has PRO. '}
            The owner of your team is <strong>{name}</strong>. Ask them if you need{' '}
            {hasPro ? 'something changed' : 'PRO'}.
          </>
        ) : (
          <>
            Your team has no owner at the moment. Write to{' '}
            <OutsideLink href={`mailto:${support.email}`}>{support.email}</OutsideLink> if you need PRO.
          </>
        )}
      </Message>
      <div className={layout.actions}>
        <ButtonAnchor href={routes.home}>Back to your account</ButtonAnchor>
      </div>
    </div>
  );
}
