import { toColumns, type ColumnsOf } from '@foyer/contracts/form';
import { questionsBesideEmail, type SignUpAnswers } from '@foyer/contracts/registration/sign-up';
import { teamMemberQuestions, type RegisterTeamMemberBody } from '@foyer/contracts/teams/team';
import type { Prisma } from '@foyer/db/client';

type AnswersInColumns = ColumnsOf<typeof questionsBesideEmail> & ColumnsOf<typeof teamMemberQuestions>;

/** The code compiles only if each question of a sign-up has a column both in `registrations` and in `users`. */
export type AnswerColumns = Pick<Prisma.RegistrationModel, AnswerColumn> &
  Pick<Prisma.UserModel, AnswerColumn>;

type AnswerColumn =
  | Exclude<keyof AnswersInColumns, 'email'>
  | keyof ReturnType<typeof placeColumns>
  | 'sourceSite';

type Place = Pick<SignUpAnswers, 'country_integration_value' | 'state_integration_value' | 'opt_in'>;

/** Omits the source site, which the page of the mailed link does not send. */
export function signUpColumns(answers: SignUpAnswers) {
  return { plan: answers.plan, ...toColumns(questionsBesideEmail, answers), ...placeColumns(answers) };
}

export function memberColumns(answers: RegisterTeamMemberBody) {
  return { ...toColumns(teamMemberQuestions, answers), ...placeColumns(answers) };
}

export function placeColumns(answers: Place) {
  return {
    countryIntegrationValue: answers.country_integration_value,
    stateIntegrationValue: answers.state_integration_value,
    hasOptedIn: answers.opt_in === 'Yes',
  };
}
