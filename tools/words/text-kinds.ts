import ts from 'typescript';

/** The role of a text on its screen or in its mail, for translators. */
export type TextKind =
  | 'button'
  | 'link'
  | 'label'
  | 'heading'
  | 'subject'
  | 'preview'
  | 'error'
  | 'mail'
  | 'text';

/** The maximum length of a translation, in characters without values. Longer controls break screens of 320 px. */
export const maxLengths: Partial<Record<TextKind, number>> = { button: 50, label: 64 };

const ELEMENTS: [RegExp, TextKind][] = [
  [/Button$|^button$/, 'button'],
  [/Link$|^a$/, 'link'],
  [/^h[1-6]$|Heading$|^title$/, 'heading'],
  [/^(?:label|dt|th|legend)$/, 'label'],
];
const PROPERTIES: Record<string, TextKind> = {
  subject: 'subject',
  preview: 'preview',
  heading: 'heading',
  title: 'heading',
  label: 'label',
};

export function kindsIn(file: string, source: string): Map<number, TextKind> {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const isMail = file.startsWith('apps/mail-worker/');
  const otherwise: TextKind = isMail ? 'mail' : file.startsWith('libs/contracts/') ? 'error' : 'text';
  const kinds = new Map<number, TextKind>();
  const visit = (node: ts.Node, kind: TextKind): void => {
    const inside =
      kindOf(node, isMail) ?? (ts.isJsxElement(node) || ts.isJsxAttribute(node) ? otherwise : kind);
    if (ts.isCallExpression(node) && node.arguments[0]) kinds.set(node.arguments[0].getStart(), kind);
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(parsed, otherwise);
  return kinds;
}

function kindOf(node: ts.Node, isMail: boolean): TextKind | undefined {
  if (ts.isJsxElement(node)) {
    const name = node.openingElement.tagName.getText();
    return ELEMENTS.find(([pattern]) => pattern.test(name))?.[1];
  }
  const isNamed = ts.isPropertyAssignment(node) || ts.isJsxAttribute(node) || ts.isGetAccessor(node);
  if (!isNamed) return undefined;
  const name = node.name.getText();
  if (isMail && name === 'label') return 'button';
  return name === 'aria-label' ? 'label' : PROPERTIES[name];
}
