import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { shareXPathFunctions } from './share-xpath-functions.ts';

type XPath = { FunctionResolver: new () => { functions: Record<string, unknown> } };

describe('the XPath library', () => {
  it.each(['@node-saml/node-saml', 'xml-crypto'])(
    'that %s has writes its functions once, and they are what they were',
    (owner) => {
      const here = createRequire(createRequire(import.meta.url).resolve('@node-saml/passport-saml'));
      const { FunctionResolver } = createRequire(here.resolve(owner))('xpath') as XPath;
      const before = new FunctionResolver().functions;
      shareXPathFunctions();
      const [one, other] = [new FunctionResolver(), new FunctionResolver()];
      expect(one.functions).toBe(other.functions);
      expect(one.functions).toEqual(before);
      expect(Object.keys(one.functions)).toContain('{}local-name');
    },
  );
});
