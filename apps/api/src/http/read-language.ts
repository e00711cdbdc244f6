import {
  chooseLanguage,
  LANGUAGE_COOKIE,
  offeredLanguages,
  type LanguageTag,
} from '@foyer/catalog/languages';
import type { RequestHandler } from 'express';
import type { ApiEnv } from '../config/env.ts';

export function offeredIn(env: ApiEnv): LanguageTag[] {
  return offeredLanguages(env.NODE_ENV !== 'production');
}

export function readLanguage(env: ApiEnv): RequestHandler {
  const offered = offeredIn(env);
  return (request, _response, next) => {
    const { cookies, header } = request.context;
    const wishes = { cookie: cookies.all[LANGUAGE_COOKIE], acceptLanguage: header('accept-language') };
    request.language = chooseLanguage(wishes, offered);
    next();
  };
}
