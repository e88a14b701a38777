import { describe, expect, it } from 'vitest'
import { isPublicAddress, NO_PRIVATE_NETWORKS, parseAllowedNetworks } from './address-policy.ts'

describe('isPublicAddress', () => {
  it.each([
    ['9.255.255.255', '10.0.0.0'],
    ['11.0.0.0', '10.255.255.255'],
    ['100.63.255.255', '100.64.0.0'],
    ['100.128.0.0', '100.127.255.255'],
    ['126.255.255.255', '127.0.0.0'],
    ['169.253.255.255', '169.254.0.0'],
    ['169.255.0.0', '169.254.255.255'],
    ['172.15.255.255', '172.16.0.0'],
    ['172.32.0.0', '172.31.255.255'],
    ['192.0.1.0', '192.0.0.255'],
    ['192.0.3.0', '192.0.2.255'],
    ['192.88.98.255', '192.88.99.0'],
    ['192.167.255.255', '192.168.0.0'],
    ['198.17.255.255', '198.18.0.0'],
    ['198.20.0.0', '198.19.255.255'],
    ['198.51.101.0', '198.51.100.255'],
    ['203.0.112.255', '203.0.113.0'],
    ['223.255.255.255', '224.0.0.0'],
    ['168.63.129.15', '168.63.129.16'],
    ['1.0.0.0', '0.255.255.255'],
    ['8.8.8.8', '255.255.255.255'],
    ['2000::', '1fff:ffff::'],
    ['3ffe::', '4000::'],
    ['2001:200::', '2001:1ff::'],
    ['2001:db7::', '2001:db8::'],
    ['2001:db9::', '2001:db8:ffff::'],
    ['2003::', '2002:ffff::'],
    ['3fff:1000::', '3fff:fff::'],
    ['2606:4700:4700::1111', '::ffff:8.8.8.8'],
  ])('accepts %s, but not its neighbour %s', (isPublic, isNot) => {
    expect(isPublicAddress(isPublic)).toBe(true)
    expect(isPublicAddress(isNot)).toBe(false)
  })

  it.each([
    '',
    'example.com',
    '8.8.8.8/8',
    '8.8.8',
    '2606:4700::1%eth0',
    'fe80::1%lo',
    '[2000::1]',
  ])('refuses %j, which is no address', (text) => {
    expect(isPublicAddress(text)).toBe(false)
  })
})

describe('ALLOW_PRIVATE_NETWORKS', () => {
  it.each(['', ' ', '0'])('allows nothing when it is %j', (setting) => {
    expect(parseAllowedNetworks(setting)).toBe(NO_PRIVATE_NETWORKS)
    expect(NO_PRIVATE_NETWORKS.isClosed).toBe(true)
    for (const address of ['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254']) {
      expect(NO_PRIVATE_NETWORKS.includes(address)).toBe(false)
    }
  })

  it.each(['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.0.1', '100.64.0.1', '::1', 'fd12::1'])(
    'allows %s when it is 1',
    (address) => {
      const allowed = parseAllowedNetworks('1')
      expect(allowed.isClosed).toBe(false)
      expect(allowed.includes(address)).toBe(true)
    },
  )

  it.each([
    '8.8.8.8',
    '2606:4700:4700::1111',
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '100.100.100.200',
    '::ffff:100.100.100.200',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fd00:c1::a9fe:a9fe',
    'fd00:42::42',
    '168.63.129.16',
    'fe80::1',
    'fe80::1%lo',
    '0.0.0.0',
    '255.255.255.255',
    '',
  ])('does not allow %j, which is no private network, when it is 1', (address) => {
    expect(parseAllowedNetworks('1').includes(address)).toBe(false)
  })

  it('allows the addresses in its ranges', () => {
    const allowed = parseAllowedNetworks('127.0.0.1, 10.1.0.0/16,fd00::/8')
    expect(allowed.isClosed).toBe(false)
    const asked = ['127.0.0.1', '127.0.0.2', '10.1.2.3', '10.2.0.0', 'fd12::1', 'fe80::1', '', 'x']
    expect(asked.filter((address) => allowed.includes(address))).toEqual([
      '127.0.0.1',
      '10.1.2.3',
      'fd12::1',
    ])
  })

  it.each([
    'true',
    'localhost',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    'fd00::/129',
    '10.0.0.1,,10.0.0.2',
    '10.0.0.0/-1',
    'fe80::1%lo',
  ])('is refused as invalid when it is %j', (setting) => {
    expect(() => parseAllowedNetworks(setting)).toThrow(/ALLOW_PRIVATE_NETWORKS/)
  })
})
