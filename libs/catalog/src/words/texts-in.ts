/** `t`, `rich`, `say` and `sentence` with the text that follows; the formatter writes them in one form. */
const CALL =
  /(?<![\w$-])(t|rich|say|sentence)\(\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)(,?\s*\))?/g;
/** A call whose argument is not a literal text, which the extraction cannot find. */
const OTHER_CALL = /(?<![\w$-])(?:t|rich|say|sentence)\((?!\s*['"`)])[^\s]*/g;

export type TextInSource = {
  text: string;
  call: 't' | 'rich' | 'say' | 'sentence';
  /** Positions of the literal, and of the end of the call if the text is all it has. */
  start: number;
  literalEnd: number;
  literalStart: number;
  callEnd: number | undefined;
};

/** The texts in a source, in their order. */
export function textsIn(source: string): TextInSource[] {
  return [...source.matchAll(CALL)].map((found) => {
    const [whole, call = '', literal = '', end] = found;
    const literalStart = found.index + whole.indexOf(literal, call.length);
    return {
      text: valueOf(literal, source),
      call: call === 'rich' || call === 'say' || call === 'sentence' ? call : 't',
      start: found.index,
      literalStart,
      literalEnd: literalStart + literal.length,
      callEnd: end === undefined ? undefined : found.index + whole.length,
    };
  });
}

/** Calls whose text is not a literal: nothing could be translated. */
export function callsWithoutText(source: string): string[] {
  return [...source.matchAll(OTHER_CALL)].map(([call]) => call);
}

/** A literal's text; `${NAME}` in one stands for a number of the same file. */
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
