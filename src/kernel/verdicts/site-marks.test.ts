import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SiteDb } from '../../../db/site-db.ts'
import { isMeasurementMark } from '../../domain/verdicts/marks.ts'
import { WORLD_DATES } from '../../domain/verdicts/world-dates.ts'
import { isoToDay, localDay } from '../../lib/time/zone.ts'
import { inspectData } from '../../testing/stored-events.ts'
import { siteWithHistory } from '../../testing/site-with-history.ts'
import { LocalScans } from '../../testing/local-scans.ts'
import type { TestApp, TestOrg } from '../../testing/start-test-app.ts'
import { page } from '../../testing/web-site.ts'
import { siteMarks, type SiteMark } from './site-marks.ts'

let scans: LocalScans
let app: TestApp

beforeAll(async () => {
  scans = await LocalScans.start()
  app = scans.app
})

afterAll(() => scans[Symbol.asyncDispose]())

const today = (): number => localDay('UTC', app.clock.now())
const dayAgo = (days: number): string => new Date(app.clock.now() - days * 86_400_000).toISOString()

async function openSite(org: Pick<TestOrg, 'id'>, id: string): Promise<SiteDb> {
  const site = await app.app.services.context.tenant(org.id).sites.find(id)
  if (!site) throw new Error(`No site ${id}`)
  return site
}

/** Finds the organization of a site, with the id of a member. */
function ownerOf(siteId: string): TestOrg {
  const owner = inspectData(app.directory, (db) =>
    db
      .prepare<[string], TestOrg>(
        'SELECT member.org_id AS id, user_id AS userId FROM site JOIN member ON member.org_id = site.org_id WHERE site.id = ?',
      )
      .get(siteId),
  )
  if (!owner) throw new Error(`No site ${siteId}`)
  return owner
}

/**
 * Makes a site with an event `days` days ago, in an organization of its own, and ways to change it and to read its
 * marks.
 */
async function siteSince(days: number, fields: Record<string, unknown> = {}) {
  const { id, addHistory } = await siteWithHistory(app, [{ at: dayAgo(days) }], fields)
  const org = ownerOf(id)
  const key = await app.key(org)
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await app.api(method, path, { token: key, ...(body !== undefined && { body }) })
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body.error))
    return answer.body.data
  }
  /** Adds a line about the site to the audit log of its organization. */
  const note = (action: string, detail: object) => {
    const entry = { actor_type: 'user', actor_id: 'usr', request_id: null, target_type: 'domain' }
    const line = { ...entry, action, detail: JSON.stringify({ siteId: id, ...detail }) }
    const unique = app.app.services.context.newId('aud')
    return app.app.services.context
      .tenant(org.id)
      .transaction((trx) =>
        trx.audit.insert({ ...line, id: unique, target_id: 'x', at: app.clock.now() }),
      )
  }
  const change = (body: unknown) => call('PUT', `/sites/${id}`, body)
  const marks = async (from = today() - 400, to = today() + 1) => {
    const found = await siteMarks(await openSite(org, id), { from, to })
    return found.filter(({ kind }) => kind !== 'world')
  }
  return { id, org, call, change, note, marks, addHistory, session: () => app.session(org) }
}

const textsOf = (marks: readonly SiteMark[]) =>
  marks.map(({ day, kind, text }) => [day - today(), kind, text])

describe('marks of a site', () => {
  it('a domain is one when it counts and when it is gone, and not while it is only tried', async () => {
    const site = await siteSince(30)
    const other = await siteSince(30)
    const domains = `/sites/${site.id}/domains`
    const asOwner = async (method: string, path = '', body?: unknown) =>
      (
        await app.api(method, `${domains}${path}`, {
          token: await site.session(),
          ...(body !== undefined && { body }),
        })
      ).body.data
    await asOwner('POST', '', { host: 'tried.example.org' })
    await app.vouchFor(site.id, 'shop.example.org')
    expect(textsOf(await site.marks())).toEqual([
      [0, 'domain', 'shop.example.org was added as a domain'],
    ])
    app.clock.advance({ days: 2 })
    // @NOTE the route's own schema says so.
    const listed = (await asOwner('GET')) as unknown as { id: string }[]
    expect(listed).toHaveLength(2)
    for (const { id } of listed) await asOwner('DELETE', `/${id}`)
    expect(textsOf(await site.marks())).toEqual([
      [-2, 'domain', 'shop.example.org was added as a domain'],
      [0, 'domain', 'shop.example.org was removed as a domain'],
    ])
    expect(await site.marks(today() - 1, today())).toEqual([])
    // Older lines of the log lack what state a removed domain had.
    await site.note('domain.delete', { host: 'old.example.org' })
    expect(textsOf(await site.marks()).at(-1)).toEqual([
      0,
      'domain',
      'old.example.org was removed as a domain',
    ])
    expect(await other.marks()).toEqual([])
  })

  it('settings are where they change what is counted, and not where they are sent back as they are', async () => {
    const site = await siteSince(30)
    const asRead = await site.call('GET', `/sites/${site.id}`)
    const { timezone, privacy, widget } = asRead
    await site.change({ name: 'Coast', timezone, privacy, widget })
    // Older lines of the log have what was sent, and not what was before.
    await site.note('site.update', { timezone: 'Asia/Tokyo', question_mode: 'off' })
    expect(await site.marks()).toEqual([])
    for (const [body, kind, text] of [
      [
        { privacy: { questions: 'off' } },
        'question_privacy',
        'what is kept of questions was changed',
      ],
      [{ questions: 'full' }, 'question_privacy', 'what is kept of questions was changed'],
      [
        { honourOptOut: true },
        'opt_out',
        'readers who send DNT or Sec-GPC are left out from here on',
      ],
      [
        { honourOptOut: false },
        'opt_out',
        'readers who send DNT or Sec-GPC are counted from here on',
      ],
      [{ widget: { sampleRate: 0.5 } }, 'widget', 'the widget tells of other readers from here on'],
      [{ widget: { mode: 'button' } }, 'widget', 'the widget was put elsewhere'],
      [{ widget: { placement: { position: 'start' } } }, 'widget', 'the widget was put elsewhere'],
      [{ widget: { enabled: false } }, 'widget', 'the widget was switched on or off'],
    ] as const) {
      app.clock.advance({ days: 1 })
      await site.change(body)
      expect(textsOf(await site.marks()).at(-1)).toEqual([0, kind, text])
    }
    expect(await site.marks()).toHaveLength(8)
    app.clock.advance({ days: 1 })
    await site.change({ widget: { theme: { scheme: 'dark' }, strings: { title: 'Ask' } } })
    expect(await site.marks()).toHaveLength(8)
  })

  it('a time zone is one on the day from which on days could be counted again', async () => {
    const kept = await siteSince(100)
    await kept.change({ timezone: 'Asia/Tokyo' })
    expect(await kept.marks()).toEqual([])

    const cut = await siteSince(200, { timezone: 'Europe/Berlin' })
    const young = await siteSince(100, { timezone: 'Europe/Berlin' })
    for (const { org } of [cut, young]) await app.changePlan(org, 'pro')
    const { maintenance } = app.app.services
    maintenance.hourly()
    await maintenance.onIdle()
    for (const site of [cut, young]) await site.change({ timezone: 'Asia/Tokyo' })
    await maintenance.onIdle()
    const border = localDay('Asia/Tokyo', app.clock.now()) - 180 + 1
    expect(await cut.marks()).toMatchObject([
      {
        day: border,
        kind: 'time_zone',
        text: expect.stringMatching(/by the time zone Europe\/Berlin$/),
      },
    ])
    expect(await young.marks()).toEqual([])

    // The days that are kept go on from those that are not, once more.
    await cut.change({ timezone: 'Europe/Berlin' })
    expect(await cut.marks()).toEqual([])
  })

  it('the widget is one where something was counted before it was seen', async () => {
    const site = await siteSince(0)
    const origin = { origin: 'https://example.com' }
    const view = { kind: 'pageview', url: 'https://example.com/' }
    await app.beacon(site.id, [view], origin)
    expect(await site.marks()).toEqual([])
    await site.addHistory([{ at: dayAgo(3), eventId: 'earlier' }])
    expect(textsOf(await site.marks())).toEqual([
      [0, 'widget', 'the widget was seen for the first time'],
    ])
  })

  it('many changes leave their newest, found without a look at other lines of the log', async () => {
    const site = await siteSince(300)
    const tenant = app.app.services.context.tenant(site.org.id)
    await tenant.transaction(async (trx) => {
      for (let i = 0; i < 3_000; i++) {
        const entry = { actor_type: 'user', actor_id: 'usr', request_id: null, target_type: 'site' }
        const at = app.clock.now() - (3_000 - i) * 3_600_000 * 2
        const mode = { action: 'site.update', detail: '{"before":{"question_mode":"off"}}' }
        const rule = { action: 'rule.update', detail: JSON.stringify({ siteId: site.id }) }
        for (const [n, line] of [mode, rule].entries()) {
          const id = `aud_${site.id}_${i}_${n}`
          await trx.audit.insert({ ...entry, ...line, id, target_id: n ? `rul_${i}` : site.id, at })
        }
      }
    })
    const marks = await site.marks()
    const days = (kind: string) => marks.filter((mark) => mark.kind === kind).map(({ day }) => day)
    // Twelve changes a day.
    expect([days('question_privacy').length, days('rule').length]).toEqual([18, 9])
    expect(days('rule').at(-1)).toBe(today())
    const { sql, parameters } = (await openSite(site.org, site.id)).changeLog.statement(0, 1e15)
    const plan = inspectData(app.directory, (db) =>
      db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters),
    )
    const searched = plan.filter(({ detail }) => detail.startsWith('SEARCH'))
    expect(searched.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/INDEX audit_entry_measured \(org_id=\? AND <expr>=\? AND at>/),
      expect.stringMatching(/INDEX audit_entry_edited \(org_id=\? AND <expr>=\? AND at>/),
      expect.stringMatching(/INDEX scan_completed \(site_num=\? AND finished_at>/),
      expect.stringMatching(/INDEX scan_completed \(site_num=\? AND finished_at</),
    ])
    expect(plan.some(({ detail }) => /SCAN (?:audit_entry|scan)\b/.test(detail))).toBe(false)
  })

  it('of another organization are none, though it has the same domain and its log names the site', async () => {
    const [own, other] = [await siteSince(30), await siteSince(30)]
    await other.change({ questions: 'off' })
    const detail = JSON.stringify({
      siteId: own.id,
      host: 'a.example',
      before: { widget: ['mode'] },
    })
    const entry = {
      actor_type: 'user',
      actor_id: 'usr',
      request_id: null,
      target_type: 'site',
      detail,
    }
    await app.app.services.context.tenant(other.org.id).transaction(async (trx) => {
      for (const action of ['site.update', 'domain.delete', 'rule.create', 'prompt.import']) {
        const id = `aud_${own.id}_${action}`
        await trx.audit.insert({ ...entry, action, id, target_id: own.id, at: app.clock.now() })
      }
    })
    expect(await own.marks()).toEqual([])
    expect(textsOf(await other.marks())).toHaveLength(1)
  })

  it('scans, rules and prompts are marks, once a day, and change no measurement', async () => {
    const { key } = scans
    const id = await scans.site({ '/': page('Tides'), '/a': page('Ports') })
    await scans.run(id)
    app.clock.advance({ days: 1 })
    await scans.run(id)
    const rules = ['One', 'Two'].map((name) => ({ name, actions: { addTags: ['x'] } }))
    const token = await app.session(scans.org)
    for (const body of rules) await app.api('POST', `/rules/${id}`, { token, body })
    app.clock.advance({ days: 1 })
    const { body } = await app.api('GET', `/pages/${id}`, { token: key })
    // @NOTE the route's own schema says so.
    const [first] = body.data as unknown as { id: string }[]
    await app.api('PUT', `/prompts/${first?.id}`, { token: key, body: { questions: ['Why?'] } })
    const marks = await siteMarks(await openSite(ownerOf(id), id), {
      from: today() - 5,
      to: today() + 1,
    })
    expect(textsOf(marks)).toEqual([
      [-2, 'scan', 'first scan of the site'],
      [-1, 'scan', 'scan of the site'],
      [-1, 'rule', 'rules of prompts were changed'],
      [0, 'prompt', 'prompts were changed'],
    ])
    expect(marks.filter(isMeasurementMark)).toEqual([])
  })

  it('dates of the world are those of every site, in order, each with who says so', async () => {
    const days = WORLD_DATES.map(({ day }) => isoToDay(day))
    expect(days).not.toContain(undefined)
    expect(WORLD_DATES.map(({ day }) => day)).toEqual(WORLD_DATES.map(({ day }) => day).toSorted())
    for (const { source, text } of WORLD_DATES) {
      expect(new URL(source).protocol).toBe('https:')
      expect(text.length).toBeLessThan(100)
    }
    const site = await siteSince(1)
    const from = isoToDay('2024-12-16') ?? 0
    const of = async (to: number) => siteMarks(await openSite(site.org, site.id), { from, to })
    expect(await of(from)).toEqual([])
    expect(await of(from + 1)).toEqual([
      {
        day: from,
        kind: 'world',
        text: 'ChatGPT search was opened to everybody who is signed in',
        source: 'https://openai.com/index/introducing-chatgpt-search/',
      },
    ])
  })
})
