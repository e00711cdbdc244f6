import { createRequire } from 'node:module';
import * as z from 'zod/mini';

/** The libraries use about thirty expressions, plus some that contain IDs of a document. */
const MOST_KEPT = 200;

type Nodes = unknown[];
type Context = { contextNode: unknown };
type Path = {
  locationPath: unknown;
  applyFilter: (outer: Context, own: Context) => { nodes: Nodes } | { nonNodes: unknown };
};

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
 * Patches the XPath library that the SAML library uses, and the copy that its signature code uses. After the patch,
 * each expression is parsed once instead of at each call, and a context is copied as one object. The unpatched library
 * creates a full context for each condition of each element and overwrites it property by property (goto100/xpath, pull
 * request 146, is open). Results do not change.
 */
export function cacheXPathExpressions(): void {
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

/** Keeping results is safe, because the XPath library lets callers evaluate a parsed expression several times. */
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
