import { toColumns, type ColumnsOf } from '@foyer/contracts/form';
import { questionsBesideEmail, type SignUpAnswers } from '@foyer/contracts/registration/sign-up';
import { teamMemberQuestions, type RegisterTeamMemberBody } from '@foyer/contracts/teams/team';
import type { Prisma } from '@foyer/db/client';

type AnswersInColumns = ColumnsOf<typeof questionsBesideEmail> & ColumnsOf<typeof teamMemberQuestions>;

/**
 * What registrations and users keep of the answers to a sign-up, of an owner, a guest or a team member. A question
 * without a column in both tables does not compile.
 */
export type AnswerColumns = Pick<Prisma.RegistrationModel, AnswerColumn> &
  Pick<Prisma.UserModel, AnswerColumn>;

type AnswerColumn =
  | Exclude<keyof AnswersInColumns, 'email'>
  | keyof ReturnType<typeof placeColumns>
  | 'sourceSite';

type Place = Pick<SignUpAnswers, 'country_integration_value' | 'state_integration_value' | 'opt_in'>;

/** The answers of a sign-up in the columns of a user. Where they came from is only said by the first form. */
export function accountOf(answers: SignUpAnswers) {
  return { plan: answers.plan, ...toColumns(questionsBesideEmail, answers), ...placeColumns(answers) };
}

/** What an invited team member says of themselves. */
export function memberOf(answers: RegisterTeamMemberBody) {
  return { ...toColumns(teamMemberQuestions, answers), ...placeColumns(answers) };
}

/** What follows from a place. */
export function placeColumns(answers: Place) {
  return {
    countryIntegrationValue: answers.country_integration_value,
    stateIntegrationValue: answers.state_integration_value,
    hasOptedIn: answers.opt_in === 'Yes',
  };
}
