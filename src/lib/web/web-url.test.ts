import { describe, expect, it } from 'vitest'
import { normaliseUrlPath } from './web-url.ts'

describe('normaliseUrlPath', () => {
  it.each([
    ['/%7Euser/%61%2Db%2ec%5F', '/~user/a-b.c_'],
    ['/caf%c3%a9', '/caf%C3%A9'],
    ['/a%2fb%3f%25%20', '/a%2Fb%3F%25%20'],
    ['?q=%e2%82%ac+%41', '?q=%E2%82%AC+A'],
    ['/plain', '/plain'],
  ])('normalises %s to %s', (path, wanted) => {
    expect(normaliseUrlPath(path)).toBe(wanted)
    expect(normaliseUrlPath(wanted)).toBe(wanted)
  })

  it.each(['/100%', '/%%341', '/%4%31', '/%zz%41'])(
    'leaves %s, which has a broken escape, unchanged',
    (path) => {
      expect(normaliseUrlPath(path)).toBe(path)
    },
  )

  it('does not decode twice', () => {
    expect(normaliseUrlPath('/%2541')).toBe('/%2541')
  })
})
