import { expect, it } from 'vitest'
import { parseHtml } from '../html/parse-html.ts'
import { matchesSelector } from './match-selector.ts'

const PAGE = parseHtml(
  `<main id="m" class="wide text"><h1>Tea</h1><p lang="en-GB" data-x="a b">One</p><p>Two</p>
  <aside><a href="https://tea.example/x.pdf">x</a></aside></main><template><i></i></template>`,
)

it.each([
  ['main', true],
  ['MAIN#m.text.wide', true],
  ['#M', false],
  ['*', true],
  ['body > p', false],
  ['body p', true],
  ['h1 + p', true],
  ['h1 ~ p:last-of-type', true],
  ['h1+aside', false],
  ['main > aside:last-child > a:only-child', true],
  ['p:first-child', false],
  ['[lang|=en]', true],
  ['p[data-x~="b"]', true],
  ['a[href^=https][href$=".pdf"][href*="tea"]', true],
  ['[hidden]', false],
  ['i', false],
  ['p:has(a)', undefined],
  ['p::before', undefined],
])('%s is on the page: %s', (selector, expected) => {
  expect(matchesSelector(PAGE, selector)).toBe(expected)
})

it('a long page with a long selector is for a browser to judge', () => {
  const page = parseHtml(`<main>${'<b></b>'.repeat(20_000)}</main>`)
  expect(matchesSelector(page, 'i ~ b ~ b ~ b ~ b ~ b:last-child')).toBe(undefined)
})
