import ts from 'typescript';

const TRANSLATING = new Set(['t', 'rich', 'say', 'inWords']);
const UNSEEN = new Set([
  'autoComplete',
  'className',
  'd',
  'id',
  'key',
  'sizes',
  'srcSet',
  'transform',
  'viewBox',
]);
const TEXT_PROPERTY = /^(?:title|label|lead|text|heading|hint|note)$/;
const LETTERS = /\p{L}{2}/u;
const SEVERAL_WORDS = /\p{L}[\p{L}\p{P}]*\s+\p{L}/u;
const BEGINS_AS_TEXT = /^\p{Lu}\p{Ll}/u;
const VALUE = 'X';

/**
 * Finds untranslated texts in a source file of apps/web or libs/contracts: text between tags, literals of several
 * words, and capitalized literals in attributes, children or text properties. Skips for example arguments of `new`.
 */
export function bareTextsIn(source: string): string[] {
  const parsed = ts.createSourceFile('page.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isUnseen(node)) return;
    if (isTranslated(node)) {
      node.arguments.slice(2).forEach(visit);
      return;
    }
    const text = textOf(node);
    if (text !== undefined && isShown(node, text)) found.push(text.replace(/\s+/g, ' ').trim());
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

/** Finds texts that a source file of apps/api passes to a `Problem`, as a literal or a constant of the file. */
export function problemTextsIn(source: string): string[] {
  const parsed = ts.createSourceFile('problem.ts', source, ts.ScriptTarget.Latest, true);
  const constants = new Map<string, ts.Expression>();
  const problems: ts.Expression[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer)
      constants.set(node.name.getText(), node.initializer);
    if (ts.isNewExpression(node) && node.expression.getText() === 'Problem')
      problems.push(...(node.arguments?.slice(1) ?? []));
    ts.forEachChild(node, look);
  };
  look(parsed);
  const textsOf = (node: ts.Node): string[] => {
    const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
    const text = textOf(constant ?? node);
    if (text !== undefined && (BEGINS_AS_TEXT.test(text) || SEVERAL_WORDS.test(text))) return [text];
    const found: string[] = [];
    ts.forEachChild(node, (child) => void found.push(...textsOf(child)));
    return found;
  };
  return problems.flatMap(textsOf);
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
    return node.text;
  return ts.isTemplateExpression(node)
    ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join(VALUE)
    : undefined;
}

function isUnseen(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isNewExpression(node)) return true;
  return ts.isJsxAttribute(node) && UNSEEN.has(node.name.getText());
}

function isTranslated(node: ts.Node): node is ts.CallExpression {
  return (
    ts.isCallExpression(node) && ts.isIdentifier(node.expression) && TRANSLATING.has(node.expression.text)
  );
}

function isShown(node: ts.Node, text: string): boolean {
  if (ts.isTemplateExpression(node))
    return LETTERS.test(text.replaceAll(VALUE, '')) && SEVERAL_WORDS.test(text);
  if (ts.isJsxText(node)) return LETTERS.test(text);
  return SEVERAL_WORDS.test(text) || (BEGINS_AS_TEXT.test(text) && isWhereTextsAre(node));
}

/** Whether a literal is an attribute, a child or a text property, or part of one: `{isOpen ? 'Close' : 'Open'}`. */
function isWhereTextsAre({ parent }: ts.Node): boolean {
  if (ts.isJsxAttribute(parent)) return true;
  if (ts.isJsxExpression(parent)) return true;
  if (ts.isPropertyAssignment(parent)) return TEXT_PROPERTY.test(parent.name.getText());
  const isOneOf =
    ts.isConditionalExpression(parent) || ts.isParenthesizedExpression(parent) || isEither(parent);
  return isOneOf && isWhereTextsAre(parent);
}

function isEither(node: ts.Node): boolean {
  return (
    ts.isBinaryExpression(node) &&
    [
      ts.SyntaxKind.BarBarToken,
      ts.SyntaxKind.QuestionQuestionToken,
      ts.SyntaxKind.AmpersandAmpersandToken,
    ].includes(node.operatorToken.kind)
  );
}
