import { useParams } from 'react-router-dom';
import { SsoTestReport } from '../settings/sso-test-report.tsx';
import { pageTitles } from '../../page-values/page-titles.ts';
import { routes } from '../../routes.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { t } from '../../words/t.ts';
import { SettingsLayout } from '../../account/pages/settings-layout.tsx';

export function SettingsSsoTestPage() {
  const { id = '' } = useParams();
  return (
    <SettingsLayout title={pageTitles.settingsSsoTest}>
      {() => (
        <>
          <SsoTestReport id={id} />
          <BackLink to={routes.settingsSso}>{t('Single sign-on')}</BackLink>
        </>
      )}
    </SettingsLayout>
  );
}
