import { afterEach, describe, expect, it } from '@jest/globals';
import { readCatalogue } from '@foyer/catalog/words/catalogue';
import { sourceCatalogue } from '@foyer/catalog/words/source-catalogue';
import { tooLong } from '@foyer/contracts/field';
import { fieldProblems } from '@foyer/contracts/field-problems';
import { problemTypes, type ProblemCode } from '@foyer/contracts/problem';
import { loadWords } from '../words/in-words.ts';
import { translateProblem } from './translate-problem.ts';

afterEach(() => {
  document.documentElement.lang = '';
  loadWords(sourceCatalogue);
});

const text = (code: ProblemCode, seconds?: number) =>
  translateProblem({ code, message: problemTypes[code].message }, seconds).message;

describe('the message of a problem', () => {
  it.each([
    ['TooManyRequests', 1, 'Too many attempts. Try again in 1 second.'],
    ['TooManyRequests', 90, 'Too many attempts. Try again in 90 seconds.'],
    ['TooManyRequests', 91, 'Too many attempts. Try again in 2 minutes.'],
    ['TooManyRequests', undefined, problemTypes.TooManyRequests.message],
    ['InvitationLimitReached', 91, 'You’ve sent a lot of invitations. Try again in 2 minutes.'],
    ['Unavailable', 2, 'We’re busy right now. Try again in 2 seconds.'],
    ['Locked', 600, 'userAccountLockedOut'],
  ] as const)('for %s and %s seconds is "%s"', (code, seconds, words) => {
    expect(text(code, seconds)).toBe(words);
  });

  it('names how many invitations can still be sent', () => {
    const problem = { code: 'InvitationLimitReached', message: 'That is more.', invitationsLeft: 12 };
    expect(translateProblem(problem, 600).message).toBe(
      'No invitations were sent. You can send only 12 right now, or wait to send them all. Try again in 10 minutes.',
    );
  });

  it('has field errors in the visitor’s language, including a maximum length', () => {
    document.documentElement.lang = 'de';
    loadWords(readCatalogue('de'));
    const fields = { company: tooLong(200), email: fieldProblems.invitedOther };
    expect(translateProblem({ code: 'ValidationFailed', message: '', fields }, undefined).fields).toEqual({
      company: 'Verwenden Sie höchstens 200 Zeichen',
      email: 'Diese Einladung gilt für eine andere E-Mail-Adresse',
    });
  });
});
