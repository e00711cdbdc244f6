/** Where people read their mail, by the domains of its addresses: the ones most used, and for what others know them by. */
const providers = [
  {
    name: 'Gmail',
    url: 'https://mail.google.com/mail/',
    domains: ['gmail.com', 'googlemail.com'],
  },
  {
    name: 'Outlook',
    url: 'https://outlook.live.com/mail/',
    domains: [
      ...['outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'outlook.de', 'outlook.fr', 'outlook.es'],
      ...['hotmail.co.uk', 'hotmail.de', 'hotmail.fr', 'hotmail.it', 'hotmail.es', 'hotmail.ca'],
      ...['live.co.uk', 'live.de', 'live.fr', 'live.nl', 'live.ca', 'live.com.au'],
    ],
  },
  {
    name: 'Yahoo Mail',
    url: 'https://mail.yahoo.com/',
    domains: [
      ...['yahoo.com', 'ymail.com', 'rocketmail.com', 'yahoo.co.uk', 'yahoo.de', 'yahoo.fr', 'yahoo.it'],
      ...['yahoo.es', 'yahoo.ca', 'yahoo.com.au', 'yahoo.co.in', 'yahoo.com.br'],
    ],
  },
  { name: 'iCloud Mail', url: 'https://www.icloud.com/mail/', domains: ['icloud.com', 'me.com', 'mac.com'] },
  { name: 'Proton Mail', url: 'https://mail.proton.me/', domains: ['proton.me', 'protonmail.com', 'pm.me'] },
  { name: 'AOL Mail', url: 'https://mail.aol.com/', domains: ['aol.com'] },
  { name: 'GMX', url: 'https://www.gmx.net/', domains: ['gmx.net', 'gmx.de', 'gmx.at', 'gmx.ch'] },
  { name: 'GMX', url: 'https://www.gmx.com/', domains: ['gmx.com', 'gmx.us', 'gmx.co.uk'] },
  { name: 'WEB.DE', url: 'https://web.de/', domains: ['web.de'] },
  { name: 'mail.com', url: 'https://www.mail.com/', domains: ['mail.com', 'email.com', 'usa.com'] },
  { name: 'Fastmail', url: 'https://app.fastmail.com/', domains: ['fastmail.com', 'fastmail.fm'] },
  { name: 'Zoho Mail', url: 'https://mail.zoho.com/', domains: ['zoho.com', 'zohomail.com'] },
] as const;

type MailProvider = (typeof providers)[number];

const byDomain = new Map<string, MailProvider>(
  providers.flatMap((provider) => provider.domains.map((domain) => [domain, provider] as const)),
);

/** Domains that are mistyped often enough to ask about. */
const asked = [
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'yahoo.com', 'icloud.com'],
  ...['proton.me', 'protonmail.com', 'aol.com', 'gmx.de', 'gmx.net', 'web.de'],
];

/** Short names are one letter away from many others. */
const SHORT = 8;

function domainIn(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/** Where the mail of an address is read, if it is one of the well-known mailboxes; a company's own is nobody's to know. */
export function mailProviderOf(email: string): Pick<MailProvider, 'name' | 'url'> | undefined {
  return byDomain.get(domainIn(email));
}

/** The address that was probably meant; nothing where the domain is a known one or like none of those that are asked about. */
export function meantAddress(email: string): string | undefined {
  const typed = email.trim();
  const domain = domainIn(typed);
  const localPart = typed.slice(0, typed.length - domain.length);
  if (localPart.length < 2 || domain === '' || byDomain.has(domain)) return undefined;
  const near = asked
    .map((known) => ({ known, distance: distanceOf(domain, known) }))
    .filter(({ known, distance }) => distance <= (known.length < SHORT ? 1 : 2))
    .toSorted((one, other) => one.distance - other.distance)[0];
  return near && localPart + near.known;
}

/**
 * How many letters have to be added, dropped, changed or swapped with their neighbour (optimal string alignment).
 * More than two are as good as endless.
 */
function distanceOf(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Infinity;
  let [beforeLast, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last?.[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last?.[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast?.[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last?.[other.length] ?? Infinity;
}
