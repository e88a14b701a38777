import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../lib/time/clock.ts'
import { BootSigner } from './boot-signer.ts'

const NOW = Date.UTC(2026, 4, 6, 9, 30)
const signer = new BootSigner(Buffer.from('a secret of the server'))
const boot = signer.sign('site_a', NOW)

describe('a boot id', () => {
  it('is the same within an hour, so that the answer stays the same', () => {
    expect(signer.sign('site_a', NOW + HOUR_MS / 2 - 1)).toBe(boot)
    expect(signer.sign('site_a', NOW + HOUR_MS / 2)).not.toBe(boot)
  })

  it('says nothing of the site', () => {
    expect(boot).toMatch(/^[0-9a-z]+\.[\w-]{22}$/)
    expect(boot).not.toContain('site')
  })

  it.each([
    ['at once', 0],
    ['from a cache that has not reached us for a day', DAY_MS + HOUR_MS],
    ['from a process whose clock is ahead', -HOUR_MS],
  ])('counts %s', (_, laterMs) => {
    expect(signer.isValid('site_a', boot, NOW + laterMs)).toBe(true)
  })

  it.each([
    ['two days later', boot, NOW + 2 * DAY_MS],
    ['long before it was made', boot, NOW - 2 * HOUR_MS],
    [
      'that says another hour',
      `${(NOW / HOUR_MS - 1).toString(36).split('.')[0]}${boot.slice(boot.indexOf('.'))}`,
      NOW,
    ],
    ['of another server', new BootSigner(Buffer.from('another')).sign('site_a', NOW), NOW],
    ['of another site', signer.sign('site_b', NOW), NOW],
    ['with another last letter', boot.slice(0, -1), NOW],
    ['that is empty', '', NOW],
    ['that is something else', 'x'.repeat(100_000), NOW],
    ['of an hour that is none', `zzzzzzzz${boot.slice(boot.indexOf('.'))}`, NOW],
  ])('does not count %s', (_, text, nowMs) => {
    expect(signer.isValid('site_a', text, nowMs)).toBe(false)
  })
})
