import { noteOf, withoutNote } from './source-catalogue.ts';

const LITERAL = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/.source;
const CALL = /(?<![\w$-])(t|rich|say|sentence)\(/.source;
/** Matches a call of `t`, `rich`, `say` or `sentence` with two literals, which are its id and its text. */
const WHOLE_CALL = new RegExp(String.raw`${CALL}(\s*)(${LITERAL})(,\s*)(${LITERAL})(,?\s*\))?`, 'g');
const OTHER_CALL = new RegExp(String.raw`${CALL}(?!\)|\s*(?:${LITERAL}),\s*(?:${LITERAL}))\S*`, 'g');

export type TextInSource = {
  id: string;
  text: string;
  note: string | undefined;
  call: string;
  /** Positions in the source. `callEnd` is undefined for a call with further arguments. */
  start: number;
  idStart: number;
  textStart: number;
  textEnd: number;
  callEnd: number | undefined;
};

export function textsIn(source: string): TextInSource[] {
  return [...source.matchAll(WHOLE_CALL)].map((found) => {
    const [whole, call = '', blank = '', id = '', comma = '', literal = '', end] = found;
    const text = valueOf(literal, source);
    const idStart = found.index + call.length + 1 + blank.length;
    const textStart = idStart + id.length + comma.length;
    return {
      id: id.slice(1, -1),
      text: withoutNote(text),
      note: noteOf(text),
      call,
      start: found.index,
      idStart,
      textStart,
      textEnd: textStart + literal.length,
      callEnd: end === undefined ? undefined : found.index + whole.length,
    };
  });
}

export function callsWithoutText(source: string): string[] {
  return [...source.matchAll(OTHER_CALL)].map(([call]) => call);
}

/** Replaces `${NAME}` by the number with that name in the same file. */
function valueOf(literal: string, source: string): string {
  return literal
    .slice(1, -1)
    .replace(/\$\{(\w+)\}/g, (_, name: string) => {
      const number = new RegExp(`const ${name} = (\\d[\\d_]*);`).exec(source)?.[1];
      if (number === undefined) throw new Error(`${literal}: ${name} is no number of this file`);
      return number.replaceAll('_', '');
    })
    .replace(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character));
}
