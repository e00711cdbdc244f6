import { isIP, BlockList } from 'node:net';

const privateNetworks = new BlockList();
for (const [address, prefix, family] of [
  ['10.0.0.0', 8, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const)
  privateNetworks.addSubnet(address, prefix, family);

/** Which network a session comes from. Screens and mails say it in their reader's language. */
export type Network = { kind: 'here' | 'private' | 'unknown' } | { kind: 'other'; address: string };

/**
 * Where a session comes from. City and country (`PlacesService`) are rough, so it is what a person can check: whether it is the network
 * they are on now, or else the address.
 */
export function readNetwork(ipAddress: string, currentIpAddress?: string): Network {
  const address = ipAddress.replace(/^::ffff:/, '');
  if (isIP(address) === 0) return { kind: 'unknown' };
  if (address === currentIpAddress?.replace(/^::ffff:/, '')) return { kind: 'here' };
  if (privateNetworks.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')) return { kind: 'private' };
  return { kind: 'other', address };
}

/** In English, for pages and mail workers of the release before, which know no parts. */
export function namePlace(network: Network): string {
  switch (network.kind) {
    case 'here':
      return 'The network you are on now';
    case 'private':
      return 'A private network';
    case 'unknown':
      return 'Unknown network';
    case 'other':
      return `Network of ${network.address}`;
  }
}
