import * as z from 'zod/mini';

/**
 * One question of a form. A form lists its questions in the order of display and focus. The browser's form and the
 * server's schema and columns are derived from the list.
 */
export type Question = {
  /** Name in the request body. */
  wire: string;
  /** Rule for the value in the body. The question is optional if the rule accepts an empty value. */
  rule: z.ZodMiniType;
  /** Column in our tables. The default is the form's key. */
  column?: string;
  label: string;
  /** For browsers and password managers (WHATWG HTML 4.10.18.7.1). */
  autoComplete?: string;
  type?: 'email' | 'tel';
};
export type Questions = Readonly<Record<string, Question>>;

/** Returns whether a question's own rule requires an answer. The form adds rules that depend on other answers. */
export const isRequired = ({ rule }: Question): boolean => !z.safeParse(rule, '').success;

export type FormOf<Q extends object> = { -readonly [Key in keyof Q]: string };

type RulesOf<Q extends Questions> = { [Key in keyof Q as Q[Key]['wire']]: Q[Key]['rule'] };

type WireOf<Q extends Questions> = { [Key in keyof Q as Q[Key]['wire']]: string };

type ColumnOf<Q extends Questions, Key extends keyof Q> = Q[Key] extends {
  column: infer Column extends string;
}
  ? Column
  : Key;

export type ColumnsOf<Q extends Questions> = { [Key in keyof Q as ColumnOf<Q, Key>]: string };

/** The type of the record is asserted, because the compiler cannot infer it. */
function each<Result, One = Question>(
  questions: Readonly<Record<string, One>>,
  entry: (key: string, question: One) => [string, unknown],
) {
  return Object.fromEntries(
    Object.entries(questions).map(([key, question]) => entry(key, question)),
  ) as Result;
}

const columnOf = (key: string, { column }: Question) => column ?? key;

export function rulesOf<Q extends Questions>(questions: Q) {
  return each<RulesOf<Q>>(questions, (_, { wire, rule }) => [wire, rule]);
}

/**
 * Returns a schema for each answer, by the answer's name in the body. For stored answers, which have already been
 * validated.
 */
export function wireTextsOf<Q extends Questions>(questions: Q) {
  return each<{ [Key in keyof WireOf<Q>]: z.ZodMiniString }>(questions, (_, { wire }) => [wire, z.string()]);
}

export function emptyForm<Q extends Readonly<Record<string, unknown>>>(questions: Q) {
  return each<FormOf<Q>, unknown>(questions, (key) => [key, '']);
}

/** Maximum length of one answer in a draft. A draft is an unsent form that the browser keeps. */
const DRAFT_MAX_LENGTH = 500;

export function draftTextsOf<Q extends Readonly<Record<string, unknown>>>(questions: Q) {
  const text = z.string().check(z.maxLength(DRAFT_MAX_LENGTH));
  return each<{ [Key in keyof Q]: typeof text }, unknown>(questions, (key) => [key, text]);
}

export function toWire<Q extends Questions>(questions: Q, form: Readonly<Record<keyof Q & string, string>>) {
  return each<WireOf<Q>>(questions, (key, { wire }) => [wire, form[key]]);
}

export function toForm<Q extends Questions>(questions: Q, body: Readonly<WireOf<Q>>) {
  const answers: Readonly<Record<string, unknown>> = body;
  return each<FormOf<Q>>(questions, (key, { wire }) => [key, answers[wire]]);
}

export function toColumns<Q extends Questions>(
  questions: Q,
  body: Readonly<Record<Q[keyof Q]['wire'], string>>,
) {
  const answers: Readonly<Record<string, unknown>> = body;
  return each<ColumnsOf<Q>>(questions, (key, question) => [columnOf(key, question), answers[question.wire]]);
}

export function fromColumns<Q extends Questions>(questions: Q, row: Readonly<ColumnsOf<Q>>) {
  const answers: Readonly<Record<string, unknown>> = row;
  return each<WireOf<Q>>(questions, (key, question) => [question.wire, answers[columnOf(key, question)]]);
}

export function emptyColumns<Q extends Questions>(questions: Q) {
  return each<ColumnsOf<Q>>(questions, (key, question) => [columnOf(key, question), '']);
}

export function orderOf<Fields extends object>(fields: Fields) {
  return Object.keys(fields) as (keyof Fields & string)[];
}

/**
 * Returns field problems by the form's keys instead of the body's names, without fields that the form does not have.
 */
export function problemsAtKeys<Fields extends Readonly<Record<string, { wire: string }>>>(
  fields: Fields,
  problems: Readonly<Record<string, string>>,
): { [Key in keyof Fields & string]?: string } {
  const found: { [Key in keyof Fields & string]?: string } = {};
  for (const key of orderOf(fields)) {
    const text = problems[fields[key]?.wire ?? ''];
    if (text) found[key] = text;
  }
  return found;
}
