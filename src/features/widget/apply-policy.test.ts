import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLink } from '../../protocol/links/verify-link.ts'
import { ScannedSite } from '../../testing/scanned-site.ts'
import { page } from '../../testing/web-site.ts'

let site: ScannedSite

beforeAll(async () => {
  site = await ScannedSite.start({
    '/': page('Home', { links: ['/tea', '/members/a'] }),
    '/tea': page('Tea at noon'),
    '/members/a': page('For members'),
  })
})
afterAll(() => site[Symbol.asyncDispose]())

interface Config {
  enabled: boolean
  prompts: { default: { kind: string; text: string; promptId?: string }[] }
  targets: { id: string; before: string | null; after: string }[]
}

/** Sets the policy, moves the clock until the cached one has ended, and reads what a page then offers. */
async function offered(path: string, rules: readonly object[]): Promise<Config> {
  const answer = await site.call('PUT', `/sites/${site.id}/policy`, { policy: { rules } })
  expect(answer.status).toBe(200)
  site.app.clock.advance({ minutes: 1 })
  const config = await fetch(`${site.app.url}/api/v1/sites/${site.id}/config?path=${path}`)
  // @NOTE the schema of the answer says so.
  const { data } = (await config.json()) as { data: Config }
  return data
}

const kindsOf = ({ prompts }: Config): string[] => prompts.default.map(({ kind }) => kind)

describe('what a page offers heeds the policy of its site', () => {
  it('leaves out prompts whose use is denied there, and there alone', async () => {
    const rules = [{ path: '/tea', deny: ['summarize'] }]
    const tea = await offered('/tea', rules)
    expect(kindsOf(tea)).not.toContain('summarize')
    expect(kindsOf(tea)).toContain('ask')
    expect(kindsOf(await offered('/', rules))).toContain('summarize')
  })

  it('leaves out assistants that may do nothing', async () => {
    const config = await offered('/tea', [{ path: '/', targets: ['chatgpt'], deny: '*' }])
    const ids = config.targets.map(({ id }) => id)
    expect(ids).not.toContain('chatgpt')
    expect(ids).toContain('claude')
    expect(kindsOf(config)).toContain('summarize')
  })

  it('offers nothing where everything is denied', async () => {
    const config = await offered('/members/a', [{ path: '/members/', deny: '*' }])
    expect(config).toMatchObject({ enabled: false, prompts: { default: [] }, targets: [] })
  })

  it('bounds quotations as the policy does, so that the manifest verifies each link', async () => {
    const rules = [{ path: '/', allow: ['answer', 'summarize', 'quote'], maxExcerpt: 200 }]
    const { prompts, targets } = await offered('/tea', rules)
    const manifest = await fetch(`${site.app.url}/sites/${site.id}/ask-ai.json`)
    const document: unknown = await manifest.json()
    const own = prompts.default.filter(({ text }) => !text.includes('\uE000'))
    expect(own.length).toBeGreaterThan(1)
    const links = targets.flatMap(({ before, after }) =>
      before === null ? [] : own.map(({ text }) => `${before}${encodeURIComponent(text)}${after}`),
    )
    expect(links.length).toBeGreaterThan(4)
    for (const href of links) {
      const verified = verifyLink({ href, manifest: { origin: site.web.url, document } })
      expect(verified).toMatchObject({ status: 'verified' })
      expect(verified.prompt).toContain('200')
    }
  })
})
