import { plans } from '@foyer/catalog/plans';
import type { ReactNode } from 'react';
import { useDocumentNavigation } from '../../navigation/document-navigation.ts';
import { useLogOut } from '../log-out.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { OutsideLink } from '../../ui/text-link.tsx';
import { pricePerMonth } from '../../words/plan-features.ts';
import { rich, t } from '../../words/t.ts';
import styles from './reactivate-modal.module.css';

export function ReactivateModal() {
  const leave = useDocumentNavigation();
  const { logOut, isLoggingOut } = useLogOut();
  const title = t('identity.reactivateModal.title', 'Reactivate your account');
  return (
    <ReactivateFrame
      title={title}
      actions={
        <>
          <Button variant="secondary" onClick={logOut} isLoading={isLoggingOut}>
            {t('common.logOut', 'Log out')}
          </Button>
          <Button onClick={() => leave(routes.proUpgrade)}>{title}</Button>
        </>
      }
    >
      <p>
        {t(
          'identity.reactivateModal.body',
          'Welcome back! Your subscription has ended. Reactivate it to pick up where you left off.',
        )}
      </p>
    </ReactivateFrame>
  );
}

export function ReactivateFrame({
  title,
  actions,
  children,
}: {
  title: string;
  actions: ReactNode;
  children: ReactNode;
}) {
  const { support } = usePageValues();
  return (
    <Modal title={title} isAlert actions={actions}>
      {children}
      <p className={styles.plan}>
        <strong>{t('identity.reactivateModal.plan', 'PRO Plan')}</strong>
        <span>{pricePerMonth(plans.pro)}</span>
      </p>
      <p>
        {rich('identity.reactivateModal.questions', 'Questions? Contact <link>{email}</link>.', {
          email: support.email,
          link: (words) => <OutsideLink href={`mailto:${support.email}`}>{words}</OutsideLink>,
        })}
      </p>
      <p>
        <OutsideLink href={routes.settingsData}>
          {t('common.dataOrDeletion', 'Download your data or delete your account')}
        </OutsideLink>
      </p>
    </Modal>
  );
}
