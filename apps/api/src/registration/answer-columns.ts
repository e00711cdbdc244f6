import { toColumns, type ColumnsOf } from '@foyer/contracts/form';
import { questionsBesideEmail, type SignUpAnswers } from '@foyer/contracts/registration/sign-up';
import { teamMemberQuestions, type RegisterTeamMemberBody } from '@foyer/contracts/teams/team';
import type { Prisma } from '@foyer/db/client';

type AnswersInColumns = ColumnsOf<typeof questionsBesideEmail> & ColumnsOf<typeof teamMemberQuestions>;

/**
 * The columns for the answers of a sign-up by an owner, guest or team member. The code does not compile if a question
 * has no column in `registrations` or in `users`.
 */
export type AnswerColumns = Pick<Prisma.RegistrationModel, AnswerColumn> &
  Pick<Prisma.UserModel, AnswerColumn>;

type AnswerColumn =
  | Exclude<keyof AnswersInColumns, 'email'>
  | keyof ReturnType<typeof placeColumns>
  | 'sourceSite';

type Place = Pick<SignUpAnswers, 'country_integration_value' | 'state_integration_value' | 'opt_in'>;

/**
 * Returns the plan and the answers of a sign-up as columns. Omits the source site, which the page of the mailed link
 * does not send.
 */
export function accountOf(answers: SignUpAnswers) {
  return { plan: answers.plan, ...toColumns(questionsBesideEmail, answers), ...placeColumns(answers) };
}

export function memberOf(answers: RegisterTeamMemberBody) {
  return { ...toColumns(teamMemberQuestions, answers), ...placeColumns(answers) };
}

/** Returns the country and state values for integrations, and the consent to news, as columns. */
export function placeColumns(answers: Place) {
  return {
    countryIntegrationValue: answers.country_integration_value,
    stateIntegrationValue: answers.state_integration_value,
    hasOptedIn: answers.opt_in === 'Yes',
  };
}
