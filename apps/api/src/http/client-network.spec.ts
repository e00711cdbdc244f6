import { describe, expect, it } from '@jest/globals';
import { networkOf, networksOf } from './client-network.ts';

describe('the network of a client address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:51234', '203.0.113.7'],
    ['64:ff9b::203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:a:b:192.0.2.1', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', 'unknown'],
    ['unknown', 'unknown'],
    ['203.0.113.7.nip.test', 'unknown'],
    ['x'.repeat(300), 'unknown'],
  ])('for %s is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe('the networks for which a call is counted', () => {
  it('are the /64, the /56 and the /48 of an IPv6 address', () => {
    expect(networksOf('[2001:db8:1:2f3::1]:443')).toEqual([
      { network: '2001:db8:1:2f3::/64', times: 1 },
      { network: '2001:db8:1:200::/56', times: 4 },
      { network: '2001:db8:1::/48', times: 16 },
    ]);
  });

  it.each(['203.0.113.7', '::ffff:203.0.113.7', 'unknown'])('are the single network of %s', (ip) => {
    expect(networksOf(ip)).toEqual([{ network: networkOf(ip), times: 1 }]);
  });
});
