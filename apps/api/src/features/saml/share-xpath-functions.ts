import { createRequire } from 'node:module';
import * as z from 'zod/mini';

const xpath = z.object({ FunctionResolver: z.custom<new () => { functions: object }>() });

/**
 * Has the XPath library of the SAML library, and the copy that its signatures use, write its table of functions once. It
 * writes it again for each condition that it tries at each element, which is a tenth of what a response costs. What an
 * expression finds stays as it is: the table never differs.
 */
export function shareXPathFunctions(): void {
  const ofSaml = createRequire(import.meta.resolve('@node-saml/passport-saml'));
  const ofNodeSaml = createRequire(ofSaml.resolve('@node-saml/node-saml'));
  const ofSignatures = createRequire(import.meta.resolve('xml-crypto'));
  for (const require of [ofNodeSaml, ofSignatures]) {
    const { FunctionResolver } = xpath.parse(require('xpath'));
    const functions = Object.freeze({ ...new FunctionResolver().functions });
    Object.assign(FunctionResolver.prototype, {
      addStandardFunctions(this: { functions: object }) {
        this.functions = functions;
      },
    });
  }
}
