import ts from 'typescript';

/** Functions whose text is in the reader's language. */
const TRANSLATING = new Set(['t', 'rich', 'say', 'inWords']);
/** Attributes that users never see; `autoComplete` is for browsers. */
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
/** In a table: `{ label: 'Team' }`. */
const TEXT_PROPERTY = /^(?:title|label|lead|text|heading|hint|note)$/;
const LETTERS = /\p{L}{2}/u;
const SEVERAL_WORDS = /\p{L}[\p{L}\p{P}]*\s+\p{L}/u;
const BEGINS_AS_TEXT = /^\p{Lu}\p{Ll}/u;
/** What stands for a value in a template. */
const VALUE = 'X';

/**
 * Texts of a source of apps/web or libs/contracts that a person would read in English whatever their language: between tags, or a literal of
 * several words, or one with a capital letter as an attribute, child or label. Messages of errors are for those who build the portal.
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

/** Texts that a source of apps/api puts into a `Problem` itself, there or by a constant of the file. */
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

/** As an attribute, between tags, or in a table; also as one of two: `{isOpen ? 'Close' : 'Open'}`. */
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
