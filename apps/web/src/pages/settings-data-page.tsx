import { DataExport } from '../features/own-data/data-export.tsx';
import { pageTitles } from '../page-values/page-titles.ts';
import { SettingsLayout } from './settings-layout.tsx';

export function SettingsDataPage() {
  return <SettingsLayout title={pageTitles.settingsData}>{() => <DataExport />}</SettingsLayout>;
}
