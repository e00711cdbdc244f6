import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
const GROUP_BITS = 16;
/**
 * The prefix length of one customer's network. A household or a server usually has at least a /64 (invariant 13 of
 * docs/security.md).
 */
const NETWORK_BITS = 64;
/**
 * One customer may have these larger networks. `times`: their limit as a multiple of the limit of a /64, so that one
 * /64 alone cannot block its neighbors.
 */
const LARGER_NETWORKS = [
  { bits: 56, times: 4 },
  { bits: 48, times: 16 },
];
/** IPv6 addresses with these prefixes contain an IPv4 address: mapped (RFC 4291 2.5.5.2), translated (RFC 6052 2.1). */
const IPV4_INSIDE = new Set(['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']);

/**
 * Returns an IPv4 address, the /64 of an IPv6 address, or `unknown` for text that is no address. All spellings of an
 * address give the same network. A proxy may have added a port to `ip`.
 */
export function networkOf(ip: string): string {
  const groups = ipv6Of(ip);
  return typeof groups === 'string' ? groups : networkIn(groups, NETWORK_BITS);
}

export function networksOf(ip: string): { network: string; times: number }[] {
  const groups = ipv6Of(ip);
  if (typeof groups === 'string') return [{ network: groups, times: 1 }];
  return [{ bits: NETWORK_BITS, times: 1 }, ...LARGER_NETWORKS].map(({ bits, times }) => ({
    network: networkIn(groups, bits),
    times,
  }));
}

function ipv6Of(ip: string): number[] | string {
  const address = bare(ip);
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return 'unknown';
  const groups = groupsOf(address);
  return IPV4_INSIDE.has(textOf(groups.slice(0, 6))) ? ipv4Of(groups.slice(6)) : groups;
}

function networkIn(groups: number[], bits: number): string {
  const named = groups.slice(0, Math.ceil(bits / GROUP_BITS)).map((group, index) => {
    const hostBits = Math.max(0, (index + 1) * GROUP_BITS - bits);
    return (group >> hostBits) << hostBits;
  });
  return `${textOf(named)}::/${bits}`;
}

/** Removes brackets, port and zone: `[fe80::1%eth0]:443` becomes `fe80::1`. */
function bare(ip: string): string {
  const inBrackets = /^\[(.*)\](?::\d+)?$/.exec(ip)?.[1];
  const [withoutZone = ''] = (inBrackets ?? ip).split('%');
  return withoutZone.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
}

function groupsOf(address: string): number[] {
  const [before = [], after = []] = address.split('::').map(numbersOf);
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => 0);
  return [...before, ...zeros, ...after];
}

function numbersOf(part: string): number[] {
  return part
    .split(':')
    .filter((group) => group !== '')
    .flatMap((group) => (isIPv4(group) ? pairsOf(group) : [Number.parseInt(group, 16)]));
}

function pairsOf(ipv4: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

function ipv4Of(pairs: number[]): string {
  return pairs.flatMap((pair) => [Math.floor(pair / 256), pair % 256]).join('.');
}

const textOf = (groups: number[]): string => groups.map((group) => group.toString(16)).join(':');
