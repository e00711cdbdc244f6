import { endpoints } from '@foyer/contracts/endpoints';
import { fieldsOf } from '@foyer/contracts/field-problems';
import { problemsAtKeys, toForm } from '@foyer/contracts/form';
import {
  profileBody,
  profileFields,
  profileQuestions,
  toProfileBody,
  type ProfileForm,
  type ProfileReply,
} from '@foyer/contracts/account/profile';
import { doneReply } from '@foyer/contracts/identity/security';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withSessionCheck } from '../../http/with-session-check.ts';
import { ProblemError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { keepLanguage } from '../language-choice.ts';
import type { FormErrors } from '../../ui/use-form.ts';
import { currentLanguage } from '../../words/current-language.ts';
import { profileQuery } from './profile-query.ts';

export function toProfileForm(profile: ProfileReply): ProfileForm {
  return {
    ...toForm(profileQuestions, profile),
    optIn: profile.opt_in === 'Yes',
    language: profile.language,
    timeZone: profile.time_zone,
    teamName: profile.team_name ?? '',
  };
}

export function validateProfile(form: ProfileForm, isOwner: boolean): FormErrors<ProfileForm> {
  const result = profileBody.safeParse(toProfileBody(form, isOwner));
  return result.success ? {} : problemsAtKeys(profileFields, fieldsOf(result.error.issues));
}

export function profileProblems(error: Error | null): FormErrors<ProfileForm> {
  return error instanceof ProblemError ? problemsAtKeys(profileFields, error.fields) : {};
}

export function useChangeProfile(isOwner: boolean, onSaved: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (form: ProfileForm) =>
      withSessionCheck(
        queries,
        send(endpoints.changeProfile, { body: toProfileBody(form, isOwner), reply: doneReply }),
      ),
    onSuccess: (_, { language }) => {
      onSaved();
      if (language !== currentLanguage()) return keepLanguage(language);
      for (const { queryKey } of [sessionQuery, profileQuery]) void queries.invalidateQueries({ queryKey });
    },
  });
}
