import ts from 'typescript';

const TEXTS = /(?:^|\.)(?:t|rich|inWords)$/;

/**
 * Finds translated texts that code joins with other text: in a template, with `join`, or by a space in JSX. Separators
 * and word order depend on the language. Use `inSentences`, `Sentences` or `inList` instead.
 */
export function joinedTextsIn(source: string): string[] {
  const parsed = ts.createSourceFile('page.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isJoined(node)) found.push(node.getText().replace(/\s+/g, ' '));
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

function isJoined(node: ts.Node): boolean {
  if (ts.isTemplateExpression(node)) {
    const between = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('');
    // Templates with line breaks or HTML join no sentences.
    return /^[^\n<]+$/.test(between) && node.templateSpans.some(({ expression }) => hasText(expression));
  }
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return (
      node.expression.name.text === 'join' &&
      !/\\n/.test(node.arguments[0]?.getText() ?? '') &&
      hasText(node.expression.expression)
    );
  return ts.isJsxExpression(node) && node.expression?.getText() === "' '" && isBesideText(node);
}

/** Whether the node before or after this space contains a translated text and is no element. */
function isBesideText(blank: ts.JsxExpression): boolean {
  if (!ts.isJsxElement(blank.parent) && !ts.isJsxFragment(blank.parent)) return false;
  const around = blank.parent.children.filter(
    (child) => !ts.isJsxText(child) || !child.containsOnlyTriviaWhiteSpaces,
  );
  const at = around.indexOf(blank);
  return [around[at - 1], around[at + 1]].some(
    (child) => child && !isElement(child) && hasText(child, isElement),
  );
}

const isElement = (node: ts.Node): boolean =>
  ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node);

function hasText(node: ts.Node, isLeftOut: (node: ts.Node) => boolean = () => false): boolean {
  if (isLeftOut(node)) return false;
  if (ts.isCallExpression(node) && TEXTS.test(node.expression.getText())) return true;
  return ts.forEachChild(node, (child) => hasText(child, isLeftOut) || undefined) ?? false;
}
