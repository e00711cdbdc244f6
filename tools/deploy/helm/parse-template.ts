/** What a template's expressions give: what YAML can hold, and `undefined` for Go's nil. */
export type Value = string | number | boolean | undefined | null | Value[] | { [name: string]: Value };

type Operand =
  | { kind: 'literal'; value: Value }
  | { kind: 'variable'; name: string }
  | { kind: 'function'; name: string }
  | { kind: 'pipeline'; pipeline: Pipeline }
  | { kind: 'dot' };

/** An operand and the fields that are taken from it, one after the other. */
export interface Term {
  operand: Operand;
  fields: string[];
}

export interface Pipeline {
  /** Variables that get the result; `range` may have two. */
  variables: string[];
  isDeclaration: boolean;
  /** Each gets the result of the one before as its last argument. */
  commands: Term[][];
}

export type Node =
  | { kind: 'text'; text: string }
  | { kind: 'pipeline'; pipeline: Pipeline }
  | { kind: 'if' | 'with' | 'range'; pipeline: Pipeline; body: Node[]; otherwise: Node[] };

/** Go's `text/template` as far as charts use it, parsed. */
export interface ParsedTemplate {
  body: Node[];
  /** The templates that `define` names. */
  definitions: Map<string, Node[]>;
}

/** Text in front of an action, the action without its braces, and whether white space is trimmed on either side. */
const ACTION = /\{\{(- )?((?:"(?:[^"\\]|\\.)*"|`[^`]*`|\/\*[^]*?\*\/|[^])*?)( -)?\}\}/g;

type Piece = { text: string } | { action: string };

function cut(source: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  let trimsNext = false;
  const addText = (text: string, trimsEnd: boolean): void => {
    const begun = trimsNext ? text.trimStart() : text;
    pieces.push({ text: trimsEnd ? begun.trimEnd() : begun });
  };
  for (const match of source.matchAll(ACTION)) {
    addText(source.slice(end, match.index), match[1] !== undefined);
    pieces.push({ action: (match[2] ?? '').trim() });
    trimsNext = match[3] !== undefined;
    end = match.index + match[0].length;
  }
  addText(source.slice(end), false);
  return pieces;
}

/** Parses a template. Throws `Error` with the action that cannot be read. */
export function parseTemplate(source: string): ParsedTemplate {
  const pieces = cut(source);
  const definitions = new Map<string, Node[]>();
  let position = 0;

  /** Nodes up to the action that ends or divides the block, and that action. */
  const readBlock = (): { nodes: Node[]; end: string } => {
    const nodes: Node[] = [];
    for (;;) {
      const piece = pieces[position++];
      if (!piece) return { nodes, end: '' };
      if ('text' in piece) nodes.push({ kind: 'text', text: piece.text });
      else if (/^(?:end|else\b.*)$/.test(piece.action)) return { nodes, end: piece.action };
      else readAction(piece.action, nodes);
    }
  };

  const readAction = (action: string, nodes: Node[]): void => {
    const [, word, rest = ''] = /^(if|with|range|define)\s+([^]*)$/.exec(action) ?? [];
    if (action.startsWith('/*')) return;
    if (word === 'define') {
      const { nodes: body, end } = readBlock();
      if (end !== 'end') throw new Error(`{{ ${action} }} is not closed`);
      definitions.set(JSON.parse(rest) as string, body);
    } else if (word === undefined) nodes.push({ kind: 'pipeline', pipeline: parsePipeline(action) });
    else nodes.push(readBranch(word as 'if', rest));
  };

  const readBranch = (kind: 'if' | 'with' | 'range', condition: string): Node => {
    const { nodes: body, end } = readBlock();
    const node: Node = { kind, pipeline: parsePipeline(condition), body, otherwise: [] };
    const elseIf = /^else if\s+([^]*)$/.exec(end)?.[1];
    if (elseIf !== undefined) node.otherwise = [readBranch('if', elseIf)];
    else if (end === 'else') {
      const { nodes: otherwise, end: last } = readBlock();
      if (last !== 'end') throw new Error(`{{ ${kind} ${condition} }} is not closed`);
      node.otherwise = otherwise;
    } else if (end !== 'end') throw new Error(`{{ ${kind} ${condition} }} is not closed`);
    return node;
  };

  const { nodes: body, end } = readBlock();
  if (end !== '') throw new Error(`{{ ${end} }} closes nothing`);
  return { body, definitions };
}

const TOKEN =
  /(?<space>\s+)|(?<text>"(?:[^"\\]|\\.)*")|`(?<raw>[^`]*)`|(?<number>-?\d+(?:\.\d+)?)|\$(?<variable>\w*)|(?<word>[a-zA-Z]\w*)|(?<fields>(?:\.[a-zA-Z_]\w*)+)|(?<sign>:=|[.()|=,])/y;

type Token = Record<string, string | undefined> & { isSpaced: boolean };

function tokenize(action: string): Token[] {
  const tokens: Token[] = [];
  let isSpaced = false;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < action.length) {
    const groups = TOKEN.exec(action)?.groups;
    if (!groups) throw new Error(`{{ ${action} }} cannot be read`);
    if (groups['space'] === undefined) tokens.push({ ...groups, isSpaced } as Token);
    isSpaced = groups['space'] !== undefined;
  }
  return tokens;
}

function parsePipeline(action: string): Pipeline {
  const tokens = tokenize(action);
  const pipeline = readPipeline(tokens);
  if (tokens.length > 0) throw new Error(`{{ ${action} }} cannot be read`);
  return pipeline;
}

function readPipeline(tokens: Token[]): Pipeline {
  const { variables, isDeclaration } = readVariables(tokens);
  const commands: Term[][] = [[]];
  for (;;) {
    const token = tokens[0];
    if (!token || token['sign'] === ')') break;
    if (token['sign'] === '|') {
      tokens.shift();
      commands.push([]);
    } else commands.at(-1)?.push(readTerm(tokens));
  }
  if (commands.some((command) => command.length === 0)) throw new Error('a pipeline has an empty command');
  return { variables, isDeclaration, commands };
}

/** `$name :=`, `$name =` or `$key, $value :=`. */
function readVariables(tokens: Token[]): Pick<Pipeline, 'variables' | 'isDeclaration'> {
  const at = tokens.findIndex(({ sign }) => sign === ':=' || sign === '=');
  if (at < 0) return { variables: [], isDeclaration: false };
  const head = tokens.splice(0, at + 1);
  const variables = head.flatMap(({ variable }) => (variable === undefined ? [] : [variable]));
  return { variables, isDeclaration: head.at(-1)?.['sign'] === ':=' };
}

function readTerm(tokens: Token[]): Term {
  const token = tokens.shift();
  const term = { operand: readOperand(token, tokens), fields: split(token?.['fields']) };
  // `(pipeline).field` and `$name.field`: nothing stands in between.
  const next = tokens[0];
  if (next?.['fields'] !== undefined && !next.isSpaced)
    term.fields.push(...split(tokens.shift()?.['fields']));
  return term;
}

function readOperand(token: Token | undefined, tokens: Token[]): Operand {
  if (token?.['text'] !== undefined) return { kind: 'literal', value: JSON.parse(token['text']) as string };
  if (token?.['raw'] !== undefined) return { kind: 'literal', value: token['raw'] };
  if (token?.['number'] !== undefined) return { kind: 'literal', value: Number(token['number']) };
  if (token?.['variable'] !== undefined) return { kind: 'variable', name: token['variable'] };
  if (token?.['word'] === 'true' || token?.['word'] === 'false')
    return { kind: 'literal', value: token['word'] === 'true' };
  if (token?.['word'] !== undefined) return { kind: 'function', name: token['word'] };
  if (token?.['fields'] !== undefined || token?.['sign'] === '.') return { kind: 'dot' };
  if (token?.['sign'] !== '(') throw new Error(`"${token?.['sign'] ?? ''}" stands where a value is expected`);
  const pipeline = readPipeline(tokens);
  if (tokens.shift()?.['sign'] !== ')') throw new Error('a parenthesis is not closed');
  return { kind: 'pipeline', pipeline };
}

const split = (fields = ''): string[] => fields.split('.').filter((field) => field !== '');
