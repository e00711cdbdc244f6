import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { execute, type TemplateFunctions } from './execute-template.ts';
import { HELM_FUNCTIONS } from './helm-functions.ts';
import { parseTemplate, type Value } from './parse-template.ts';

/** What Go itself and Sprig made of each template; a fault where they stopped. */
const { data, cases } = JSON.parse(readFileSync(new URL('go-templates.json', import.meta.url), 'utf8')) as {
  data: Value;
  cases: { template: string; text?: string; isFault?: boolean }[];
};

function render(template: string): string {
  const { body, definitions } = parseTemplate(template);
  const functions: TemplateFunctions = {
    ...HELM_FUNCTIONS,
    include: (name, dot) => {
      const part = definitions.get(String(name));
      if (!part) throw new Error('there is no such template');
      return execute(part, dot, functions);
    },
  };
  return execute(body, data, functions);
}

describe('our reading of Go’s templates', () => {
  it.each(cases.filter(({ isFault }) => !isFault))(
    'writes what Go writes: $template',
    ({ template, text }) => {
      expect(render(template)).toBe(text);
    },
  );

  it.each(cases.filter(({ isFault }) => isFault))('stops where Go stops: $template', ({ template }) => {
    expect(() => render(template)).toThrow();
  });

  it('refuses what Go would write in a way no chart can mean', () => {
    expect(() => render('{{ .map }}')).toThrow('use toYaml');
    expect(() => execute(parseTemplate('{{ .big }}').body, { big: 1_000_000 }, {})).toThrow('powers of ten');
  });
});
