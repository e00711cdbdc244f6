import { TeamMembers } from '../features/team/team-members.tsx';
import { SettingsLayout } from './settings-layout.tsx';

export function SettingsTeamPage() {
  return <SettingsLayout title="Team">{() => <TeamMembers />}</SettingsLayout>;
}
