import { fieldsOf } from '@foyer/contracts/field-problems';
import { problemsAtKeys } from '@foyer/contracts/form';
import {
  teamMemberAnswers,
  teamMemberFields,
  toTeamMemberAnswers,
  type TeamMemberForm,
} from '@foyer/contracts/teams/team';
import { storedTeamMemberDraft } from '../team-member-draft.ts';
import type { FormErrors } from '../../ui/use-form.ts';

export function validateTeamMember(form: TeamMemberForm, inviteId: string): FormErrors<TeamMemberForm> {
  const result = teamMemberAnswers.safeParse(toTeamMemberAnswers(form, inviteId));
  if (result.success) return {};
  return problemsAtKeys(teamMemberFields, fieldsOf(result.error.issues));
}

export function completeTeamMemberAnswers(email: string, inviteId: string): TeamMemberForm | undefined {
  const draft = storedTeamMemberDraft.read();
  if (!draft) return undefined;
  const form = { ...draft, email };
  return Object.keys(validateTeamMember(form, inviteId)).length === 0 ? form : undefined;
}
