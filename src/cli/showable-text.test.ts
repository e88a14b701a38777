import { describe, expect, it } from 'vitest'
import { showableLine, showableText } from './showable-text.ts'

describe('showableText', () => {
  it('writes what nobody sees, and what a terminal would obey', () => {
    expect(showableText('a\u001b[2J\u202e\ud800\u{e0041}b\r\nc')).toBe(
      String.raw`a\u{1b}[2J\u{202e}\u{d800}\u{e0041}b\u{d}` + '\nc',
    )
    expect(showableLine('a\nb')).toBe('a ⏎ b')
  })

  it('shows 8,000 characters and tells of the others', () => {
    expect(showableText('x'.repeat(9_000))).toBe(`${'x'.repeat(8_000)}… (1000 characters more)`)
  })
})
