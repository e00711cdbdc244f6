/** The large mail providers in the countries where our languages are spoken. */
const providers = [
  { name: 'Gmail', url: 'https://mail.google.com/mail/', domains: 'gmail.com | googlemail.com' },
  {
    name: 'Outlook',
    url: 'https://outlook.live.com/mail/',
    domains: `outlook.com | hotmail.com | live.com | msn.com | passport.com | outlook.de | outlook.at | outlook.fr |
      outlook.es | outlook.it | outlook.be | outlook.pt | outlook.jp | outlook.sa | outlook.cl | outlook.com.br |
      outlook.com.ar | hotmail.co.uk | hotmail.de | hotmail.fr | hotmail.be | hotmail.it | hotmail.es |
      hotmail.nl | hotmail.ca | hotmail.co.jp | hotmail.com.br | hotmail.com.ar | live.co.uk | live.de | live.at |
      live.fr | live.be | live.it | live.nl | live.ca | live.jp | live.cn | live.com.au | live.com.mx |
      live.com.ar | live.com.pt`,
  },
  {
    name: 'Yahoo Mail',
    url: 'https://mail.yahoo.com/',
    domains: `yahoo.com | ymail.com | rocketmail.com | maktoob.com | yahoo.co.uk | yahoo.de | yahoo.fr | yahoo.it |
      yahoo.es | yahoo.nl | yahoo.be | yahoo.ca | yahoo.cn | yahoo.ro | yahoo.com.cn | yahoo.com.tw |
      yahoo.com.hk | yahoo.com.au | yahoo.co.in | yahoo.com.br | yahoo.com.mx | yahoo.com.ar`,
  },
  { name: 'iCloud Mail', url: 'https://www.icloud.com/mail/', domains: 'icloud.com | me.com | mac.com' },
  {
    name: 'Proton Mail',
    url: 'https://mail.proton.me/',
    domains: 'proton.me | protonmail.com | protonmail.ch | pm.me',
  },
  { name: 'AOL Mail', url: 'https://mail.aol.com/', domains: 'aol.com | aol.de | aol.fr | aol.co.uk' },
  { name: 'GMX', url: 'https://www.gmx.net/', domains: 'gmx.net | gmx.de | gmx.at | gmx.ch' },
  { name: 'GMX', url: 'https://www.gmx.com/', domains: 'gmx.com | gmx.us | gmx.co.uk' },
  { name: 'WEB.DE', url: 'https://web.de/', domains: 'web.de' },
  { name: 'mail.com', url: 'https://www.mail.com/', domains: 'mail.com | email.com | usa.com' },
  { name: 'Fastmail', url: 'https://app.fastmail.com/', domains: 'fastmail.com | fastmail.fm' },
  { name: 'Zoho Mail', url: 'https://mail.zoho.com/', domains: 'zoho.com | zohomail.com' },
  { name: 'T-Online', url: 'https://email.t-online.de/', domains: 't-online.de | magenta.de' },
  { name: 'Orange', url: 'https://messagerie.orange.fr/', domains: 'orange.fr | wanadoo.fr' },
  { name: 'Free', url: 'https://webmail.free.fr/', domains: 'free.fr' },
  { name: 'SFR Mail', url: 'https://webmail.sfr.fr/', domains: 'sfr.fr | neuf.fr' },
  { name: 'La Poste', url: 'https://www.laposte.net/', domains: 'laposte.net' },
  { name: 'Libero Mail', url: 'https://mail.libero.it/', domains: 'libero.it' },
  { name: 'UOL Mail', url: 'https://mail.uol.com.br/', domains: 'uol.com.br' },
  { name: 'QQ Mail', url: 'https://mail.qq.com/', domains: 'qq.com | vip.qq.com | foxmail.com' },
  { name: '163', url: 'https://mail.163.com/', domains: '163.com' },
  { name: '126', url: 'https://www.126.com/', domains: '126.com' },
  { name: 'yeah.net', url: 'https://www.yeah.net/', domains: 'yeah.net' },
  { name: 'Sina Mail', url: 'https://mail.sina.com.cn/', domains: 'sina.com | sina.cn' },
  { name: 'Sohu Mail', url: 'https://mail.sohu.com/', domains: 'sohu.com' },
  { name: 'Aliyun Mail', url: 'https://mail.aliyun.com/', domains: 'aliyun.com' },
  { name: '139', url: 'https://mail.10086.cn/', domains: '139.com' },
  { name: 'Yahoo!メール', url: 'https://mail.yahoo.co.jp/', domains: 'yahoo.co.jp | ymail.ne.jp' },
  { name: 'ドコモメール', url: 'https://mail.smt.docomo.ne.jp/', domains: 'docomo.ne.jp' },
  { name: '@nifty', url: 'https://mail.nifty.com/', domains: 'nifty.com' },
  { name: 'NAVER', url: 'https://mail.naver.com/', domains: 'naver.com' },
  { name: 'Daum', url: 'https://mail.daum.net/', domains: 'daum.net | hanmail.net' },
] as const;

/** Correct domains of other providers that look like typos of the domains that we suggest. */
const others = `au.com | ezweb.ne.jp | softbank.ne.jp | i.softbank.jp | biglobe.ne.jp | ocn.ne.jp | 21cn.com | 189.cn |
  virgilio.it | alice.it | tin.it | tim.it | freenet.de | arcor.de | online.de | bluewin.ch | ziggo.nl | home.nl |
  planet.nl | hetnet.nl | kpnmail.nl | telenet.be | skynet.be | bol.com.br | terra.com.br | terra.es |
  movistar.es | yahoofs.com | yopmail.com | wanadoo.es | hotmail.ru`;

type MailProvider = (typeof providers)[number];

const byDomain = new Map<string, MailProvider>(
  providers.flatMap((provider) => listed(provider.domains).map((domain) => [domain, provider] as const)),
);
const known = new Set([...byDomain.keys(), ...listed(others)]);

/** Domains that we suggest, because people often mistype them. */
const asked =
  listed(`gmail.com | googlemail.com | outlook.com | hotmail.com | live.com | yahoo.com | icloud.com | proton.me |
  protonmail.com | aol.com | gmx.de | gmx.net | web.de | t-online.de | wanadoo.fr | laposte.net | hotmail.fr |
  hotmail.it | hotmail.es | libero.it | yahoo.co.jp | docomo.ne.jp | foxmail.com`);

/**
 * If a suggested domain is shorter than this, the typed one may differ from it by one letter only, because many domains
 * resemble a short one.
 */
const SHORT = 10;

function listed(domains: string): string[] {
  return domains.split(/[\s|]+/);
}

function domainIn(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

export function mailProviderOf(email: string): Pick<MailProvider, 'name' | 'url'> | undefined {
  return byDomain.get(domainIn(email));
}

export function suggestedAddress(email: string): string | undefined {
  const typed = email.trim();
  const domain = domainIn(typed);
  const localPart = typed.slice(0, typed.length - domain.length);
  if (localPart.length < 2 || domain === '' || known.has(domain)) return undefined;
  const near = asked
    .map((meant) => ({ meant, distance: distanceOf(domain, meant) }))
    .filter(({ meant, distance }) => distance <= (meant.length < SHORT ? 1 : 2))
    .toSorted((one, other) => one.distance - other.distance)[0];
  return near && localPart + near.meant;
}

/**
 * Returns the optimal string alignment distance: the number of letters that are added, dropped, changed or swapped with
 * the next letter. Returns infinity if the lengths differ by more than two.
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
