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

/**
 * Where a session comes from, in words. There is no IP geolocation here, so they say what a person can check: whether
 * it is the network they are on now, or else the address.
 */
export function namePlace(ipAddress: string, currentIpAddress?: string): string {
  const address = ipAddress.replace(/^::ffff:/, '');
  if (isIP(address) === 0) return 'Unknown network';
  if (address === currentIpAddress?.replace(/^::ffff:/, '')) return 'The network you are on now';
  if (privateNetworks.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')) return 'A private network';
  return `Network of ${address}`;
}
