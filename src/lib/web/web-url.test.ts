import { describe, expect, it } from 'vitest'
import { normalPath } from './web-url.ts'

describe('the normal form of a path', () => {
  it.each([
    ['/%7Euser/%61%2Db%2ec%5F', '/~user/a-b.c_'],
    ['/caf%c3%a9', '/caf%C3%A9'],
    ['/a%2fb%3f%25%20', '/a%2Fb%3F%25%20'],
    ['?q=%e2%82%ac+%41', '?q=%E2%82%AC+A'],
    ['/plain', '/plain'],
  ])('of %s is %s', (path, wanted) => {
    expect(normalPath(path)).toBe(wanted)
    expect(normalPath(wanted)).toBe(wanted)
  })

  it.each(['/100%', '/%%341', '/%4%31', '/%zz%41'])('leaves %s, which is none, alone', (path) => {
    expect(normalPath(path)).toBe(path)
  })

  it('does not decode twice', () => {
    expect(normalPath('/%2541')).toBe('/%2541')
  })
})
