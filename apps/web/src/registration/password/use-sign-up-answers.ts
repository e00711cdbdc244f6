import type { PlanType } from '@foyer/catalog/plans';
import { questionOrder } from '../../fields/question-order.ts';
import { toSignUpForm, type StoredAnswers } from '@foyer/contracts/registration/password-link';
import { fieldsOf } from '@foyer/contracts/field-problems';
import { problemsAtKeys } from '@foyer/contracts/form';
import {
  signUpAnswers,
  signUpFields,
  toSignUpAnswers,
  type SignUpAnswers,
  type SignUpForm,
} from '@foyer/contracts/registration/sign-up';
import { useState } from 'react';
import { choosePlan } from '../../navigation/plan-choice.ts';
import { useForm } from '../../ui/use-form.ts';

export function useSignUpAnswers(kept: StoredAnswers, email: string) {
  const [plan, setPlan] = useState<PlanType>(kept.plan);
  const [isOpen, setOpen] = useState(false);
  const judge = (values: SignUpForm) => signUpAnswers.safeParse(toSignUpAnswers(values, plan));
  const form = useForm<SignUpForm>({
    initial: toSignUpForm(kept, email),
    order: questionOrder(signUpFields),
    clears: 'own',
    validate(values) {
      const judged = judge(values);
      return judged.success ? {} : problemsAtKeys(signUpFields, fieldsOf(judged.error.issues));
    },
    onSubmit: () => setOpen(false),
  });

  function showProblems(fields: Readonly<Record<string, string>>): void {
    const errors = problemsAtKeys(signUpFields, fields);
    if (Object.keys(errors).length === 0) return;
    setOpen(true);
    form.showErrors(errors);
  }

  return {
    form,
    plan,
    isOpen,
    open: () => setOpen(true),
    changePlan(chosen: PlanType): void {
      setPlan(chosen);
      choosePlan(chosen);
    },
    showProblems,
    collect(): SignUpAnswers | undefined {
      const judged = judge(form.values);
      if (judged.success) return judged.data;
      showProblems(fieldsOf(judged.error.issues));
      return undefined;
    },
  };
}
export type SignUpAnswersState = ReturnType<typeof useSignUpAnswers>;
