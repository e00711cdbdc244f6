import { createRequire } from 'node:module';
import * as z from 'zod/mini';

/** Parsed expressions that are kept. The library has some thirty, and some that name the IDs of a document. */
const MOST_KEPT = 200;

type Nodes = unknown[];
/** What an expression is evaluated with: the node it looks at, and what names and functions mean. */
type Context = { contextNode: unknown };
type Path = {
  locationPath: unknown;
  applyFilter: (outer: Context, own: Context) => { nodes: Nodes } | { nonNodes: unknown };
};

/** What is replaced, and what replaces it needs; all of it is exported. */
const library = z.object({
  XPathParser: z.custom<{ prototype: { parse: (expression: string) => unknown } }>(),
  XPathContext: z.custom<{ prototype: Context }>(),
  PathExpr: z.custom<{
    prototype: Path;
    applyLocationPath: (path: unknown, own: Context, nodes: Nodes) => Nodes;
  }>(),
  XNodeSet: z.custom<new () => { addArray: (nodes: Nodes) => void }>(),
});

/**
 * Makes the XPath library of the SAML library, and the copy that its signatures use, parse an expression once and not at every
 * call, and copy a context as one object. At each condition of each element it makes a context with everything new in
 * it, then overwrites that property by property (goto100/xpath, pull request 146, is open). What an expression finds
 * stays as it is.
 */
export function makeXPathQuicker(): void {
  const ofSaml = createRequire(import.meta.resolve('@node-saml/passport-saml'));
  const ofNodeSaml = createRequire(ofSaml.resolve('@node-saml/node-saml'));
  const ofSignatures = createRequire(import.meta.resolve('xml-crypto'));
  for (const require of [ofNodeSaml, ofSignatures]) {
    const { XPathParser, XPathContext, PathExpr, XNodeSet } = library.parse(require('xpath'));
    XPathParser.prototype.parse = once(XPathParser.prototype.parse);
    const copyOf = (context: Context): Context =>
      Object.assign(Object.create(XPathContext.prototype) as Context, context);
    Object.assign(XPathContext.prototype, {
      extend(this: Context, changes: Partial<Context>) {
        return Object.assign(copyOf(this), changes);
      },
    });
    Object.assign(PathExpr.prototype, {
      evaluate(this: Path, context: Context) {
        const own = copyOf(context);
        const filtered = this.applyFilter(context, own);
        if ('nonNodes' in filtered) return filtered.nonNodes;
        const found = new XNodeSet();
        found.addArray(PathExpr.applyLocationPath(this.locationPath, own, filtered.nodes));
        return found;
      },
    });
  }
}

/** A parsed expression is never changed: the library has a function of its own to parse one and use it again. */
function once(parse: (expression: string) => unknown) {
  const kept = new Map<string, unknown>();
  return function (this: unknown, expression: string): unknown {
    if (kept.has(expression)) return kept.get(expression);
    if (kept.size >= MOST_KEPT) kept.clear();
    const parsed = parse.call(this, expression);
    kept.set(expression, parsed);
    return parsed;
  };
}
