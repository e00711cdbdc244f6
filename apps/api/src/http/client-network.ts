import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
/** How many groups of sixteen bits name the network of one customer: a household or a server gets a /64. */
const NETWORK_GROUPS = 4;
/** IPv4 addresses written as IPv6 ones: mapped (RFC 4291 2.5.5.2) and translated (RFC 6052 2.1). */
const IPV4_INSIDE = new Set(['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']);

/**
 * The unit that calls are counted by: an IPv4 address, or the /64 of an IPv6 address, all of whose 2^64 addresses
 * belong to one customer (invariant 13 of docs/security.md). All spellings of an address give the same; what is no
 * address is counted as `unknown`. Takes `request.ip`, to which a proxy may have added a port.
 */
export function networkOf(ip: string): string {
  const address = bare(ip);
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return 'unknown';
  const groups = groupsOf(address);
  if (IPV4_INSIDE.has(textOf(groups.slice(0, 6)))) return ipv4Of(groups.slice(6));
  return `${textOf(groups.slice(0, NETWORK_GROUPS))}::/64`;
}

/** Without brackets, port and zone: `[fe80::1%eth0]:443` is `fe80::1`. */
function bare(ip: string): string {
  const inBrackets = /^\[(.*)\](?::\d+)?$/.exec(ip)?.[1];
  const [withoutZone = ''] = (inBrackets ?? ip).split('%');
  return withoutZone.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
}

/** The eight groups of an IPv6 address; `::` stands for as many zeros as are missing. */
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
