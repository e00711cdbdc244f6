import ts from 'typescript';

/** A piece of code that can be left out: what stands in its place, and where, in characters. */
export interface Deletion {
  start: number;
  end: number;
  replacement: string;
  mutatorName: 'statement' | 'condition' | 'lock';
}

/** Of a query builder: each condition and each lock is one call of a chain. */
const CONDITIONS = ['where', 'whereRef', 'onRef'];
const LOCKS = ['forUpdate', 'forShare', 'skipLocked'];
const SQL = /\b(SELECT|UPDATE|INSERT|DELETE)\b/;
const SQL_CONDITION_START = /\b(?:AND|WHERE|ON)\s+/g;
/** What ends a condition, unless it stands in brackets. */
const SQL_CONDITION_END =
  /^(?:\)|`|;|\s+(?:AND|OR|FOR|GROUP|ORDER|RETURNING|LIMIT|UNION|THEN|LEFT|JOIN|WHERE|WINDOW)\b)/;
const SQL_LOCK = /\s+FOR (?:NO KEY )?(?:UPDATE|SHARE)(?: OF \w+)?(?: SKIP LOCKED)?/g;

/**
 * What Stryker does not try, since it knows whole blocks and nothing of SQL: each call or assignment that stands by itself,
 * each condition of a query and each lock.
 */
export function findDeletions(file: string, source: string): Deletion[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: Deletion[] = [];
  const add = (start: number, end: number, replacement: string, mutatorName: Deletion['mutatorName']) =>
    found.push({ start, end, replacement, mutatorName });
  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node) && standsAlone(node.expression))
      add(node.getStart(), node.end, ';', 'statement');
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression: chain, name } = node.expression;
      if (CONDITIONS.includes(name.text)) add(chain.end, node.end, '', 'condition');
      if (LOCKS.includes(name.text)) add(chain.end, node.end, '', 'lock');
      const [list] = node.arguments;
      if (name.text === 'and' && list && ts.isArrayLiteralExpression(list)) addParts(list.elements, add);
    }
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'where')
      if (ts.isObjectLiteralExpression(node.initializer)) addParts(node.initializer.properties, add);
    if (ts.isTemplateLiteral(node) && SQL.test(node.getText())) addSql(node, add);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

type Add = (start: number, end: number, replacement: string, mutatorName: Deletion['mutatorName']) => void;

function standsAlone(expression: ts.Expression): boolean {
  if (ts.isAwaitExpression(expression)) return standsAlone(expression.expression);
  if (ts.isVoidExpression(expression)) return standsAlone(expression.expression);
  if (ts.isCallExpression(expression)) return expression.expression.kind !== ts.SyntaxKind.SuperKeyword;
  return (
    ts.isBinaryExpression(expression) &&
    expression.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    expression.operatorToken.kind <= ts.SyntaxKind.LastAssignment
  );
}

/** Each with its comma. */
function addParts(parts: ts.NodeArray<ts.Node>, add: Add): void {
  parts.forEach((part, index) => {
    const next = parts[index + 1];
    add(part.getStart(), next ? next.getStart() : part.end, '', 'condition');
  });
}

/** `OR TRUE` leaves the parameters of a condition in place. */
function addSql(node: ts.Node, add: Add): void {
  const text = node.getText();
  const start = node.getStart();
  for (const { 0: word, index } of text.matchAll(SQL_CONDITION_START)) {
    const from = index + word.length;
    const condition = conditionAt(text, from);
    const isBetween = /\bBETWEEN [^\n]*$/.test(text.slice(0, index));
    if (condition && !isBetween)
      add(start + from, start + from + condition.length, `(${condition} OR TRUE)`, 'condition');
  }
  for (const { 0: lock, index } of text.matchAll(SQL_LOCK))
    add(start + index, start + index + lock.length, '', 'lock');
}

/** The condition that begins there; nothing when it is no condition (`ON CONFLICT`, half of one in a `${…}`). */
function conditionAt(text: string, from: number): string {
  let depth = 0;
  let end = from;
  for (; end < text.length; end++) {
    if (depth === 0 && SQL_CONDITION_END.test(text.slice(end, end + 20))) break;
    if (text[end] === '(' || text[end] === '{') depth++;
    if (text[end] === ')' || text[end] === '}') depth--;
  }
  const condition = text.slice(from, end).trimEnd();
  return depth !== 0 || /^(?:CONFLICT|UPDATE|DELETE)\b/.test(condition) ? '' : condition;
}
