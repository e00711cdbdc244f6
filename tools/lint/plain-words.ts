/** Private words, each with the plain word or the field's term to use instead. `plain-words.spec.ts` rejects them. */
type Words<Pattern> = readonly (readonly [pattern: Pattern, instead: string])[];

/** Words in the sentences of comments, Markdown and titles of tests. Code spans and quotations are left out. */
const inProse: Words<RegExp> = [
  [/\b(?:some|no|any|every)body\b/i, 'someone, no one, anyone, everyone, or the role: the user, the owner'],
  [/\bwho(?:so|m)?ever\b/i, 'anyone who, or the role'],
  [/(?:^|[.:;] )Whom? (?![^.:;]*\?)/, 'a subject: "Users who …", "The user who …"'],
  [/\bwhat (?:comes|came|becomes|became|has become|has come) of\b/i, 'outcome, result, state'],
  [/\bonce more\b|\banew\b/i, 'again'],
  [/\bat once\b/i, 'immediately, at the same time, in one request'],
  [/\bof before\b(?! (?:the|a|it|its)\b)/i, 'previous, old'],
  [/\b(?:go(?:es)?|went|gone) on\b/i, 'continue, stay active'],
  [/\bstands? (?:in|at|on|beside|alone|above|below|here|there|under)\b(?! for)/i, 'is in, is next to'],
  [/\bworth nothing\b/i, 'invalid, no longer works'],
  [/\b(?:says?|said) so\b/i, 'shows it, confirms it, or what is said'],
  [/\bmend(?:s|ed)?\b/i, 'fix'],
  [/\b(?:lest|hence|thereby|thereof|whereby|albeit)\b/i, 'so that … not, so'],
];

/** Words in identifiers (camel case) and in names of files (kebab case). */
const inNames: Words<string> = [
  ['refusals?', 'problem (RFC 9457), error or rejection'],
  ['newcomers?', 'new user; their start is the onboarding'],
  ['detours?', 'required page, or proxy'],
  ['settlements?', 'reconciliation'],
  ['^tell(?:-|$)', 'notify, report, describe, show or print'],
  ['^told$|^is-told$|^asking$', 'notified, reported; request, isPending'],
  ['use-up', 'consume'],
  ['carry-out', 'apply'],
  ['place-of', 'what it returns: columns, host, key'],
  ['take-up', 'claim'],
  ['foresee', 'simulate'],
  ['give-way', 'lower the priority'],
  ['until-known', 'retry or poll'],
  ['own-words?', 'user input'],
  ['together', 'what is combined'],
  ['go-on', 'what continues'],
  ['askers?', 'requester'],
  ['rig', 'harness'],
  ['on-word(?:-of)?|word-giver', 'dependsOnIdp, idp'],
  ['(?:some|no|every)body|\\bwhoever', 'user, all, isEmpty'],
  ['why-(?:before|log-in)|\\bwho-is', 'reason, user, session'],
];

const parts = inNames.map(([word, instead]) => [new RegExp(`\\b(?:${word})\\b`), instead] as const);

/** The title of a test. With `each`, it follows the table. */
const TITLE = /(?:\b(?:describe|it|test)|\]\))\(\s*'((?:[^'\\\n]|\\.)*)'/g;

export function findPrivateWords(path: string, text: string): string[] {
  const isMarkdown = path.endsWith('.md');
  const isCode = /\.(?:tsx?|mjs|js)$/.test(path);
  const names = isCode ? [...withoutTexts(text).matchAll(/[A-Za-z_$][\w$]*/g)] : [];
  const titles = isCode ? [...text.matchAll(TITLE)] : [];
  return [
    ...faultsIn(kebabOf(path.split('/').at(-1) ?? ''), parts, path),
    ...names.flatMap(({ 0: name, index }) => faultsIn(kebabOf(name), parts, at(path, text, index))),
    ...titles.flatMap(({ 1: title = '', index }) => faultsIn(title, inProse, at(path, text, index))),
    ...proseOf(text, isMarkdown).flatMap(([line, prose]) => faultsIn(prose, inProse, `${path}:${line}`)),
  ];
}

function faultsIn(words: string, list: Words<RegExp>, where: string): string[] {
  return list
    .filter(([pattern]) => pattern.test(words))
    .map(([pattern, instead]) => `${where}: "${pattern.exec(words)?.[0].trim()}" -> ${instead}`);
}

function kebabOf(name: string): string {
  const [stem = ''] = name.split('.');
  return stem
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}

const at = (path: string, text: string, index: number): string =>
  `${path}:${text.slice(0, index).split('\n').length}`;

/** Replaces comments and literals in code by blanks, so that lines keep their numbers. */
function withoutTexts(text: string): string {
  const texts =
    /^\s*(?:\/\/|\/?\*|--|# ).*|\s\/\/ .*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<=[(,=[:]\s*|^\s*)\/(?![/*])(?:[^/\\\n]|\\.)+\//gm;
  return text.replace(texts, (found) => found.replace(/[^\n]/g, ' '));
}

/**
 * Returns paragraphs of Markdown outside code blocks, or comments on consecutive lines, each with its first line's
 * number. Omits comments inside SQL functions. They are part of the function, so a changed comment would need a new
 * migration.
 */
function proseOf(text: string, isMarkdown: boolean): [line: number, prose: string][] {
  const paragraphs: [line: number, prose: string][] = [];
  let isCode = false;
  let continues = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (isMarkdown && line.startsWith('```')) isCode = !isCode;
    const prose = isMarkdown
      ? isCode || line.startsWith('```')
        ? undefined
        : line.trim()
      : (/^(?:\s*(?:\/\/\/?|\/?\*+|\{\/\*|#)|--)(.*)/.exec(line) ?? /\s\/\/ (.*)$/.exec(line))?.[1]?.trim();
    const starts = !continues || (/^\s*(?:[-*|#]|\d+\.|\/\*)/.test(line) && isMarkdown);
    continues = prose !== undefined && prose !== '';
    const last = paragraphs.at(-1);
    if (prose && !starts && last) last[1] += ` ${prose}`;
    else if (prose) paragraphs.push([index + 1, prose]);
  }
  return paragraphs.map(([line, prose]) => [line, prose.replace(/`[^`]*`|"[^"]*"|“[^”]*”|\*\//g, '""')]);
}
