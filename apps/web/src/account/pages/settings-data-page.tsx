import { DataExport } from '../data/data-export.tsx';
import { DeleteAccount } from '../data/delete-account.tsx';
import { pageTitles } from '../../page-values/page-titles.ts';
import { SettingsLayout } from './settings-layout.tsx';

export function SettingsDataPage() {
  return (
    <SettingsLayout title={pageTitles.settingsData} isForRestricted>
      {({ plan, isOwner }) => (
        <>
          <DataExport />
          <DeleteAccount endsPlan={plan === 'pro' && isOwner === true} />
        </>
      )}
    </SettingsLayout>
  );
}
