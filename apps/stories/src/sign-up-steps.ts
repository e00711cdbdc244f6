import type { Page } from '@playwright/test';
import { orderOf, type Questions } from '@foyer/contracts/form';
import { signUpQuestions } from '@foyer/contracts/registration/sign-up';
import { teamMemberQuestions } from '@foyer/contracts/teams/team';

const CHOSEN = ['businessType', 'sqft', 'countryCode', 'stateCode'];

/** Fills in the text fields. A field that is missing in `answers` gets its label as text. */
async function fillTexts(page: Page, questions: Questions, answers: Readonly<Record<string, string>>) {
  for (const key of orderOf(questions)) {
    const label = questions[key]?.label ?? '';
    const box = page.getByLabel(label, { exact: true });
    if (!CHOSEN.includes(key) && (await box.isEditable())) await box.fill(answers[key] ?? label);
  }
}

/** Fills in the sign-up form except country and state. `email`: set if the form has this field. */
export async function fillSignUpForm(
  page: Page,
  answers: { firstName: string; lastName: string; businessName: string; email?: string },
): Promise<void> {
  await fillTexts(page, signUpQuestions, { phone: '+1 555 0100', ...answers });
  await page.getByRole('button', { name: /Business type/ }).click();
  await page.getByRole('option', { name: /^Event Planner/ }).click();
}

export async function fillTeamMemberForm(
  page: Page,
  answers: { firstName: string; lastName: string },
): Promise<void> {
  await fillTexts(page, teamMemberQuestions, { phone: '+44 20 7946 0000', ...answers });
}
