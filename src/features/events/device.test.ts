import { describe, expect, it } from 'vitest'
import { deviceOf } from './device.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('deviceOf', () => {
  it.each([
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/143.0.0.0 Safari/537.36`,
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.1 Safari/605.1.15`,
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/143.0.0.0 Safari/537.36`,
    'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.1; Tablet PC 2.0; Trident/6.0)',
    '',
  ])('calls a computer a desktop: %s', (userAgent) => {
    expect(deviceOf(userAgent)).toBe('desktop')
  })

  it.each([
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${WEBKIT} Version/18.1 Mobile/15E148 Safari/604.1`,
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/143.0.0.0 Mobile Safari/537.36`,
    'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
    'Opera/9.80 (J2ME/MIDP; Opera Mini/7.1; U; en) Presto/2.8.119 Version/11.10',
  ])('calls a phone mobile: %s', (userAgent) => {
    expect(deviceOf(userAgent)).toBe('mobile')
  })

  it.each([
    `Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) ${WEBKIT} CriOS/143.0 Mobile/15E148 Safari/604.1`,
    `Mozilla/5.0 (Linux; Android 14; SM-X810) ${WEBKIT} Chrome/143.0.0.0 Safari/537.36`,
    'Mozilla/5.0 (Android 14; Tablet; rv:140.0) Gecko/140.0 Firefox/140.0',
    `Mozilla/5.0 (Linux; Android 11; KFTRWI) ${WEBKIT} Silk/120.3.1 like Chrome/120.0.0.0 Safari/537.36`,
  ])('calls a tablet a tablet: %s', (userAgent) => {
    expect(deviceOf(userAgent)).toBe('tablet')
  })

  it('counts a television as a desktop', () => {
    const bravia = `Mozilla/5.0 (Linux; Android 12; BRAVIA 4K VH2) ${WEBKIT} Chrome/120.0.0.0 Safari/537.36`
    expect(deviceOf(bravia)).toBe('desktop')
    expect(deviceOf(`Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) ${WEBKIT} TV Safari/537.36`)).toBe(
      'desktop',
    )
  })

  it('reads a very long user agent without trouble', () => {
    expect(deviceOf('Android TV x'.repeat(1_500))).toBe('desktop')
  })
})
