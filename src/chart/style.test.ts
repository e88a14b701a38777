import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const STYLE = ['base', 'overview', 'tables', 'lines']
  .map((name) => readFileSync(new URL(`browser/${name}.css`, import.meta.url), 'utf8'))
  .join('\n')

/** The backgrounds that hosts put behind an app, where they set no colours. */
const BACKGROUNDS = ['#ffffff', '#1c1f23']

/** Returns the relative luminance, by WCAG, of a colour of six digits. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Contrasts that WCAG 2.2 AA asks for, of texts and of what is drawn. */
it.each([
  ['text', 4.5],
  ['faint', 4.5],
  ['up', 4.5],
  ['down', 4.5],
  ['edge', 3],
  ['ring', 3],
  ['c0', 3],
  ['c1', 3],
  ['c2', 3],
  ['c3', 3],
  ['c4', 3],
  ['c5', 3],
])('%s stands out from light and from dark', (name, least) => {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: [^;]*light-dark\\((#\\w+), (#\\w+)\\)`).exec(STYLE) ?? []
  expect(contrast(light, BACKGROUNDS[0] ?? '')).toBeGreaterThanOrEqual(least)
  expect(contrast(dark, BACKGROUNDS[1] ?? '')).toBeGreaterThanOrEqual(least)
})

it('nothing scrolls within, and nothing moves for those who want no motion', () => {
  expect(STYLE).not.toMatch(/overflow(?:-[xy])?: (?:auto|scroll)/)
  const [before = ''] = STYLE.split('@media (prefers-reduced-motion: no-preference)')
  expect(before).not.toMatch(/animation:|transition:/)
})
