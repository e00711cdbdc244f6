import { useParams } from 'react-router-dom';
import { SsoTestReport } from '../settings/sso-test-report.tsx';
import { routes } from '../../routes.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { t } from '../../words/t.ts';

export function SettingsSsoTestPage() {
  const { id = '' } = useParams();
  return (
    <>
      <SsoTestReport id={id} />
      <BackLink to={routes.settingsSso}>{t('common.singleSignOn', 'Single sign-on')}</BackLink>
    </>
  );
}
