import { expect, it } from 'vitest'
import { judgeInstall } from './judge-install.ts'

const configPath = (id: string): string => `/sites/${id}/config`

const judge = (html: string, url = 'https://coast.example/') =>
  judgeInstall({ url, html, policy: undefined, expected: {}, configPath })

it('a page by https loads no script by http', () => {
  const tag = '<script async src="http://citable.example/widget.js" data-site-id="site_1"></script>'
  expect(judge(tag).findings.map(({ code }) => code)).toEqual(['mixed_content'])
  expect(judge(tag, 'http://coast.example/').findings).toEqual([])
})

it('an address is read against the base of the page', () => {
  const { tag } = judge(
    '<base href="https://citable.example/x/"><script src="../widget.js" data-site-id="site_1"></script>',
  )
  expect(tag?.url.href).toBe('https://citable.example/widget.js')
})

it('a pinned file and a file of another name are tags too', () => {
  const tagOf = (name: string) =>
    judge(`<script src="https://cdn.example/${name}" data-site-id="site_1"></script>`).tag
  expect(tagOf('widget.0a1b2c3d.js')?.siteId).toBe('site_1')
  expect(tagOf('renamed.js')?.siteId).toBe('site_1')
})

it('what a page says is shown short and plain', () => {
  const id = `site_\u202E${'x'.repeat(5_000)}`
  const { findings } = judgeInstall({
    url: 'https://coast.example/',
    html: `<script src="https://citable.example/widget.js" data-site-id="${id}"></script>`,
    policy: undefined,
    expected: { siteId: 'site_1' },
    configPath,
  })
  expect(findings).toMatchObject([{ code: 'wrong_site' }])
  expect(findings[0]?.message).toMatch(/^[ -~]{1,200}$/)
})

it.each([
  '<!--'.repeat(100_000),
  '<noscript><script '.repeat(50_000),
  `<script ${'a '.repeat(200_000)}`,
  '<script src="http://[" data-site-id="site_1"></script>',
])('any text is a page without the widget', (html) => {
  expect(judge(html).tag).toBeUndefined()
})
