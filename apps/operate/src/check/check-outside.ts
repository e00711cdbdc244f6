import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';
import { findingsOf, ok, toDo, type Finding, type Given } from './finding.ts';

const TIMEOUT_MS = 10_000;
/**
 * Sent in X-Forwarded-For. No visitor has this address (RFC 5737), so a portal that reports it trusts forged headers.
 */
const FORGED = '203.0.113.77';

const ofNetworks = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8] as const,
  ['172.16.0.0', 12] as const,
  ['192.168.0.0', 16] as const,
  ['127.0.0.0', 8] as const,
  ['169.254.0.0', 16] as const,
  ['100.64.0.0', 10] as const,
])
  ofNetworks.addSubnet(network, bits, 'ipv4');
ofNetworks.addSubnet('fc00::', 7, 'ipv6');
ofNetworks.addAddress('::1', 'ipv6');

const isPrivate = (address: string): boolean => ofNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Variables with URLs that visitors open. The value can contain several URLs. */
const LINKS = ['PUBLIC_URL', 'HOME_URL', 'EARTH_PORTAL_URL', 'MARKETING_URL', 'LEGAL_LINKS'];

export interface Seen {
  address: string;
  protocol?: string | undefined;
}

export async function checkFromOutside(given: Given): Promise<Finding[]> {
  const { PUBLIC_URL: publicUrl } = given;
  if (publicUrl === undefined)
    return [toDo('proxy', 'PUBLIC_URL is not set. Set it to the portal’s address.')];
  const findings: Finding[] = [];
  for (const name of LINKS)
    for (const url of given[name]?.match(/https?:\/\/\S+/g) ?? []) {
      const fault = await findLinkFault(url);
      findings.push(fault === undefined ? ok(name, `${url} answers.`) : toDo(name, `${url} ${fault}`));
    }
  if (findings[0]?.status === 'to do') return findings;
  const response = await fetch(new URL('/healthz', publicUrl), {
    headers: { 'x-forwarded-for': FORGED },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok)
    return [...findings, toDo('proxy', `/healthz answers ${response.status}: see the proxy’s log.`)];
  const { address } = await lookup(new URL(publicUrl).hostname.replaceAll(/[[\]]/g, ''));
  const seen = (await response.json()) as Seen;
  return [...findings, ...proxyFindings(seen, new URL(publicUrl).protocol === 'https:', isPrivate(address))];
}

/** `isNear`: the portal is in a private network, so it may see a private client address. */
export function proxyFindings({ address, protocol }: Seen, isHttps: boolean, isNear: boolean): Finding[] {
  const plain = address.replace(/^::ffff:/, '');
  const faults = [
    ...(plain === FORGED
      ? [
          'the portal trusts a client address that a visitor can forge. Lower TRUSTED_PROXY_HOPS to the number of proxies ' +
            'that set X-Forwarded-For.',
        ]
      : []),
    ...(isPrivate(plain) && !isNear
      ? [`the portal sees this machine as ${plain}, one of your proxies. Raise TRUSTED_PROXY_HOPS.`]
      : []),
    ...(isHttps && protocol !== 'https'
      ? ['the portal can’t see that this call used https. Set X-Forwarded-Proto in the proxy.']
      : []),
  ];
  return findingsOf(
    'proxy',
    faults,
    `the portal sees this machine as ${plain}. Check that this is its address.`,
  );
}

async function findLinkFault(url: string): Promise<string | undefined> {
  try {
    const { status } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return status === 404 || status >= 500 ? `answers ${status}. Fix it, or set another address.` : undefined;
  } catch (error) {
    const { code = '', message } = ((error as Error).cause ?? error) as { code?: string; message: string };
    return explainLink(code, message);
  }
}

/** Returns the end of a sentence that begins with the URL. `code` is Node's error code. */
export function explainLink(code: string, message: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'has a host name without a DNS record. Add one.';
  if (/CERT|TLS|SSL|SIGNATURE/.test(code))
    return `has a certificate that browsers do not trust (${message}). Replace it.`;
  return `does not answer (${message}). Is the proxy running, and does the firewall let visitors in?`;
}
