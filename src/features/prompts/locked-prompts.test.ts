import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ScannedSite } from '../../testing/scanned-site.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { page } from '../../testing/web-site.ts'

let app: TestApp

beforeAll(async () => {
  app = await ScannedSite.startApp()
})

afterAll(() => app[Symbol.asyncDispose]())

/** Makes a text of `count` words that are all different. */
const words = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, i) => `tide${(from + i).toString(36)}`).join(' ')

const start = (text = words(300)) =>
  ScannedSite.startOn(app, {
    '/': page('Home', { links: ['/kelp'] }),
    '/kelp': page('Kelp', { text }),
  })

const OWN = { templates: [{ kind: 'explain', template: 'Explain what {{title|quote}} says.' }] }

/** Changes the words of the page, and scans it again. */
async function rewrite(site: ScannedSite, text: string): Promise<void> {
  site.web.pages.set('/kelp', page('Kelp', { text }))
  await site.scan()
}

/** Regenerates prompts where rules or pages have changed. */
const refresh = (site: ScannedSite) => site.call('POST', `/prompts/${site.id}/regenerate`, {})

describe('a locked prompt whose page has become another', () => {
  it('the prompt waits for a person, who lets it pass for the page as it is', async () => {
    await using site = await start()
    const { contentDigest } = (await site.edit('/kelp', OWN)).body.data
    await rewrite(site, words(300, 1_000))
    expect(await site.prompt('/kelp')).toMatchObject({
      state: 'needs_review',
      stale: true,
      locked: true,
      version: 3,
      contentDigest,
      templates: OWN.templates,
    })
    await site.edit('/kelp', { state: 'active' })
    await rewrite(site, words(290, 1_000))
    expect(await site.prompt('/kelp')).toMatchObject({ state: 'active', stale: true })
    await rewrite(site, words(300, 2_000))
    expect(await site.prompt('/kelp')).toMatchObject({ state: 'needs_review', stale: true })
    await site.edit('/kelp', { questions: ['What is new?'] })
    expect(await site.prompt('/kelp')).toMatchObject({ state: 'active', stale: false })
  })

  it('the prompt is only stale while most of the page stays', async () => {
    await using site = await start()
    await site.edit('/kelp', OWN)
    await rewrite(site, `${words(270)} ${words(30, 1_000)}`)
    expect(await site.prompt('/kelp')).toMatchObject({ state: 'active', stale: true })
  })

  it('the prompt is compared with the page for which it was written, not with the last one', async () => {
    await using site = await start()
    await site.edit('/kelp', OWN)
    for (const others of [50, 100, 150, 200]) {
      await rewrite(site, `${words(300 - others)} ${words(others, 1_000)}`)
    }
    expect(await site.prompt('/kelp')).toMatchObject({ state: 'needs_review' })
  })

  it('a prompt from before the first scan is compared with that scan', async () => {
    await using site = await ScannedSite.startOn(app, { '/': page('Home') })
    const url = `${site.web.url}/kelp`
    await site.app.collect(site.id, [{ kind: 'impression', url, title: 'Met by readers' }])
    const pageId = await site.pageId('/kelp')
    await site.call('PUT', `/prompts/${pageId}`, OWN)
    site.web.pages.set('/', page('Home', { links: ['/kelp'] }))
    await rewrite(site, words(300))
    expect(await site.prompt('/kelp')).toMatchObject({ state: 'active', stale: false })
    await rewrite(site, words(300, 1_000))
    expect(await site.prompt('/kelp')).toMatchObject({ state: 'needs_review', stale: true })
  })

  it('the prompt stays away where a person put it', async () => {
    await using site = await start()
    await site.edit('/kelp', { ...OWN, state: 'disabled' })
    await rewrite(site, words(300, 1_000))
    expect(await site.prompt('/kelp')).toMatchObject({ state: 'disabled', stale: true })
  })
})

describe('a locked prompt and rules', () => {
  it('a locked prompt has the rules, the type and the assistants of today, and the words of before', async () => {
    await using site = await start()
    await site.edit('/kelp', OWN)
    const id = await site.rule({
      match: { path: '/kelp' },
      actions: {
        setType: 'faq',
        setTargets: ['claude'],
        append: 'Be brief.',
        suggestQuestions: ['Whose is it?'],
      },
    })
    await refresh(site)
    const ruled = await site.prompt('/kelp')
    expect(ruled).toMatchObject({
      ruleIds: [id],
      decidedBy: { type: id, targets: id },
      pageType: 'faq',
      targets: ['claude'],
      version: 3,
      templates: [{ ...OWN.templates[0], urlBytes: { claude: expect.any(Number) as number } }],
    })
    expect(ruled['decidedBy']).not.toHaveProperty('append')
    expect([...(await site.prompts('&type=faq')).keys()]).toEqual(['/kelp'])
    await refresh(site)
    expect(await site.prompt('/kelp')).toEqual(ruled)
    await site.call('DELETE', `/rules/${site.id}/${id}`)
    await refresh(site)
    expect(await site.prompt('/kelp')).toMatchObject({
      ruleIds: [],
      decidedBy: {},
      pageType: 'other',
      targets: null,
    })
  })

  it('a locked prompt belongs to its writer alone where a person wrote over a rule', async () => {
    await using site = await start()
    const id = await site.rule({
      match: { path: '/kelp' },
      actions: { append: 'Be brief.', suggestQuestions: ['Whose is it?'], addTags: ['sea'] },
    })
    await refresh(site)
    expect(await site.prompt('/kelp')).toMatchObject({
      decidedBy: { append: id, suggestedQuestions: [id], tags: [id] },
    })
    const { body } = await site.edit('/kelp', OWN)
    expect(body.data['decidedBy']).toEqual({ suggestedQuestions: [id], tags: [id] })
    await site.edit('/kelp', { questions: ['Mine?'] })
    expect((await site.prompt('/kelp'))['decidedBy']).toEqual({ tags: [id] })
  })

  it('a rule that turns the widget off puts a locked prompt away, and it is back when the rule has gone', async () => {
    await using site = await start()
    await site.edit('/kelp', { ...OWN, state: 'active' })
    const off = { match: { path: '/kelp' }, actions: { disableWidget: true } }
    const id = await site.rule(off)
    await refresh(site)
    expect(await site.prompt('/kelp')).toMatchObject({
      state: 'disabled',
      decidedBy: { disableWidget: id },
    })
    await site.call('DELETE', `/rules/${site.id}/${id}`)
    await refresh(site)
    expect(await site.prompt('/kelp')).toMatchObject({ state: 'active', decidedBy: {} })
    await site.rule(off)
    await rewrite(site, words(300, 1_000))
    expect(await site.prompt('/kelp')).toMatchObject({ state: 'disabled' })
  })

  it('a locked prompt keeps the state that a person set who knew the rule', async () => {
    await using site = await start()
    await site.edit('/kelp', OWN)
    await site.rule({ match: { path: '/kelp' }, actions: { disableWidget: true } })
    await refresh(site)
    await site.edit('/kelp', { state: 'active' })
    await site.rule({ match: { path: '/kelp' }, actions: { addTags: ['sea'] } })
    await refresh(site)
    expect(await site.prompt('/kelp')).toMatchObject({ state: 'active' })
  })

  it('a locked prompt comes back for review when its page has changed meanwhile', async () => {
    await using site = await start()
    await site.edit('/kelp', OWN)
    const id = await site.rule({ match: { path: '/kelp' }, actions: { disableWidget: true } })
    await rewrite(site, words(300, 1_000))
    await site.call('DELETE', `/rules/${site.id}/${id}`)
    await refresh(site)
    expect(await site.prompt('/kelp')).toMatchObject({ state: 'needs_review' })
  })
})

describe('a prompt that a person let pass', () => {
  it('a later rule puts the prompt away, locked or not', async () => {
    await using site = await start()
    await site.edit('/kelp', { state: 'active' })
    await site.rule({ match: { path: '/kelp' }, actions: { disableWidget: true } })
    await refresh(site)
    expect(await site.prompt('/kelp')).toMatchObject({ state: 'disabled', locked: false })
  })
})

it('no rule is named as the cause of what the page does not have', async () => {
  await using site = await start()
  const cite = { setTemplates: [{ kind: 'cite', template: 'Cite {{url}}.' }], setPrimary: 'cite' }
  await site.rule({ match: {}, actions: cite })
  const id = await site.rule({ match: {}, actions: { removeKinds: ['cite'] } })
  await refresh(site)
  const prompt = await site.prompt('/kelp')
  expect(prompt.primaryKind).not.toBe('cite')
  expect(prompt['decidedBy']).toEqual({ removeKinds: [id] })
})
