import { describe, expect, it } from 'vitest'
import { readHtml } from './testing/read-html.ts'

const TEXT = '<main><h1>Tides</h1><p>They come and go twice a day, and follow the moon.</p>'

const modifiedIn = (html: string): string | null =>
  readHtml(`<body>${TEXT}${html}</main>`).modifiedAt?.slice(0, 10) ?? null

describe('the date of the last change', () => {
  it.each([
    [
      'an element of a plugin that has the time as an attribute',
      '<aside class="source"><span class="fact"><span class="git-revision-date-localized-plugin git-revision-date-localized-plugin-timeago"><span class="timeago" datetime="2026-06-22T10:00:00+00:00"></span></span></span></aside>',
      '2026-06-22',
    ],
    [
      'the attribute itself',
      '<footer><span class="git-revision-date-localized-plugin timeago" datetime="2026-06-22T10:00:00Z"></span></footer>',
      '2026-06-22',
    ],
    [
      'a text for people',
      '<aside><span class="git-revision-date-localized-plugin-date">December 30, 2025</span></aside>',
      '2025-12-30',
    ],
    ['a label', '<p class="last-updated">Sidst ændret: 3 maj 2026</p>', '2026-05-03'],
    [
      'a label in English',
      '<div class="page_last-modified">Changed May 3, 2026</div>',
      '2026-05-03',
    ],
    [
      'the newest of two',
      '<p class="last-updated">2026-05-03</p><p class="date-modified">2026-05-04</p>',
      '2026-05-04',
    ],
  ])('is read from %s', (_, html, expected) => {
    expect(modifiedIn(html)).toBe(expected)
  })

  it.each([
    ['a class that only sounds like it', '<p class="candidate modern">2026-05-03</p>'],
    ['no date', '<p class="last-updated">30 February 2026</p><p class="lastmod">soon</p>'],
    ['the entry of a list', '<ul><li><p class="last-updated">2026-05-03</p></li></ul>'],
    ['many', '<p class="last-updated">2026-05-03</p>'.repeat(7)],
  ])('is not read from %s', (_, html) => {
    expect(modifiedIn(html)).toBeNull()
  })

  it('gives way to what the head states', () => {
    const meta = '<meta property="article:modified_time" content="2026-01-02">'
    const { modifiedAt } = readHtml(
      `${meta}<body>${TEXT}<p class="last-updated">2026-05-03</p></main>`,
    )
    expect(modifiedAt?.slice(0, 10)).toBe('2026-01-02')
  })
})
