const required = ['product-terms', 'website-terms', 'privacy'] as const;
const names = [...required, 'imprint', 'processors'] as const;
export type LegalLink = (typeof names)[number];
export type LegalLinks = Record<(typeof required)[number], string> & Partial<Record<LegalLink, string>>;

export const EXAMPLE_LEGAL_LINKS =
  'product-terms=https://example.com/terms website-terms=https://example.com/website-terms privacy=https://example.com/privacy';

/**
 * Reads LEGAL_LINKS: `name=URL` per page, separated by white space. Each fault is the rest of a sentence that begins
 * with the variable's name.
 */
export function readLegalLinks(list: string): {
  links: Partial<Record<LegalLink, string>>;
  faults: string[];
} {
  const links: Partial<Record<LegalLink, string>> = {};
  const faults: string[] = [];
  for (const entry of list.split(/\s+/).filter((part) => part !== '')) {
    const [, said, address = ''] = /^([^=]*)=?(.*)$/.exec(entry) ?? [];
    const name = names.find((known) => known === said);
    if (name === undefined) {
      faults.push(`knows no "${said}"; it is a list of ${names.join(', ')}, each with =https://…`);
      continue;
    }
    if (links[name] !== undefined) faults.push(`names ${name} more than once; name it once`);
    if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
      faults.push(`${name} must be an http(s) address`);
    links[name] = address;
  }
  for (const name of required.filter((one) => links[one] === undefined))
    faults.push(`has no ${name}; add ${name}=https://… of your own`);
  return { links, faults };
}
