import { draftTextsOf, emptyForm } from '@foyer/contracts/form';
import { teamMemberQuestions, type TeamMemberForm } from '@foyer/contracts/teams/team';
import * as z from 'zod/mini';
import { bySchema, stored } from '../navigation/storage.ts';

const teamMemberDraft = z.object({ ...draftTextsOf(teamMemberQuestions), optIn: z.boolean() });

/** Stored for the password step and a refresh. The answers contain no secret. */
export const storedTeamMemberDraft = stored('sessionStorage', 'team-member-draft', bySchema(teamMemberDraft));

export const emptyTeamMemberForm: TeamMemberForm = { ...emptyForm(teamMemberQuestions), optIn: false };
