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

export type Network = { kind: 'here' | 'private' | 'unknown' } | { kind: 'other'; address: string };

export function readNetwork(ipAddress: string, currentIpAddress?: string): Network {
  const address = ipAddress.replace(/^::ffff:/, '');
  if (isIP(address) === 0) return { kind: 'unknown' };
  if (address === currentIpAddress?.replace(/^::ffff:/, '')) return { kind: 'here' };
  if (privateNetworks.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')) return { kind: 'private' };
  return { kind: 'other', address };
}
