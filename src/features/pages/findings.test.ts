import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onFile } from '../../testing/credential-matrix.ts'
import { askTool } from '../../testing/ask-tool.ts'
import { runCli } from '../../testing/run-cli.ts'
import { ScannedSite } from '../../testing/scanned-site.ts'
import type { ApiAnswer } from '../../testing/start-test-app.ts'
import { page } from '../../testing/web-site.ts'

const TEXT = 'The tide comes in twice a day, and goes out twice a day. '.repeat(10)
const DESCRIPTION =
  '<meta name="description" content="When the tide comes, and how high it stands.">'
/** The links to the other languages of a page; the German page has no such links. */
const LANGUAGES =
  '<link rel="alternate" hreflang="en" href="/tides"><link rel="alternate" hreflang="de" href="/bare">'

/** A canonical address on the same host at which there is no page. */
const CANONICAL = '<link rel="canonical" href="{site}/all-tides">'

const ROBOTS =
  'User-agent: *\nAllow: /\n\nUser-agent: PerplexityBot\nUser-agent: OAI-SearchBot\nDisallow: /tides$\n'
const ARTICLE =
  '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"Home"}</script>'

let own: ScannedSite

beforeAll(async () => {
  own = await ScannedSite.start({
    '/robots.txt': (_, response) => response.setHeader('content-type', 'text/plain').end(ROBOTS),
    '/': page('Home', {
      text: TEXT,
      head: DESCRIPTION + ARTICLE,
      links: ['/tides', '/bare', '/gone'],
    }),
    '/tides': page('All about the tides', {
      text: TEXT,
      head: DESCRIPTION + LANGUAGES + CANONICAL,
    }),
    // A scan does not ask each page for Markdown.
    '/tides.md': (_, response) =>
      response.setHeader('content-type', 'text/markdown').end('# Tides'),
    '/bare': '<p>Hi',
    '/gone': (_, response) => response.writeHead(404).end(),
  })
})

afterAll(() => own[Symbol.asyncDispose]())

interface Checked {
  path: string
  id: string
  score: number
  checks: { id: string; status: string; lostPoints: number; fix: string; evidence?: string }[]
  caps: string[]
}

interface Evident {
  id: string
  evidence: { details: string[] }
}

// @NOTE answers have their content in `data`; a wrong shape fails the expectation that reads it.
const pagesIn = ({ body }: ApiAnswer): Checked[] => body.data as unknown as Checked[]

async function pageAt(path: string): Promise<Checked> {
  const listed = pagesIn(await own.call('GET', `/pages/${own.id}`))
  const { id = '' } = listed.find((one) => one.path === path) ?? {}
  const { body } = await own.call('GET', `/pages/${own.id}/${id}`)
  // @NOTE the same.
  return body.data as unknown as Checked
}

const ask = (name: string, args: Record<string, unknown>) =>
  askTool(own.app, 'publisher', name, own.key, args)

async function rows(args: Record<string, unknown>): Promise<Record<string, unknown>[]> {
  const { structured, text } = await ask('list_pages', args)
  // @NOTE the tool answers a table; text tells what went wrong where it does not.
  const { columns, rows: cells } = structured as { columns?: string[]; rows: unknown[][] }
  if (!columns) throw new Error(text)
  return cells.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])))
}

describe('what is wrong with a page', () => {
  it('a page has its checks that lost points, worst first, with what to do', async () => {
    const { checks, caps } = await pageAt('/bare')
    expect(caps).toEqual(['no_text'])
    const lost = checks.map(({ lostPoints }) => lostPoints)
    expect(Math.min(...lost)).toBeGreaterThan(0)
    // The title and the empty text do the harm; the rest comes by its points.
    expect(checks.slice(0, 2)).toMatchObject([
      { id: 'C1', status: 'fail', lostPoints: 4 },
      { id: 'E4', status: 'fail', lostPoints: 5 },
    ])
    expect(lost.slice(2)).toEqual(lost.slice(2).toSorted((a, b) => b - a))
    expect(checks.filter(({ fix }) => fix === '')).toEqual([])
  })

  it('a better page has fewer of them', async () => {
    const [bare, tides] = [await pageAt('/bare'), await pageAt('/tides')]
    expect(tides.checks.map(({ id }) => id)).not.toContain('C5')
    expect(tides.score).toBeGreaterThan(bare.score)
  })

  it('the start page has one score, of every check, wherever it is shown', async () => {
    const { score } = await pageAt('/')
    const [listed] = await rows({ path: '/' })
    const document = JSON.parse((await ask('fetch', { id: 'page:/' })).text) as {
      metadata: { score: number }
    }
    const { body } = await own.call('GET', `/sites/${own.id}/score`)
    expect(body.data).toMatchObject({ site: { startPage: score }, report: { score } })
    const alone = await own.call('POST', '/tools/ai-score', { url: `${own.web.url}/` })
    expect(alone.body.data).toMatchObject({ score })
    expect(listed).toMatchObject({ score })
    expect(document.metadata.score).toBe(score)
  })

  it('any page has one score, in a scan and alone, though a scan does not ask its versions', async () => {
    const { score } = await pageAt('/tides')
    const url = `${own.web.url}/tides`
    const alone = await own.call('POST', '/tools/ai-score', { url })
    expect(JSON.stringify(alone.body.data)).toContain('does not link back')
    expect(JSON.stringify(alone.body.data)).toContain('The canonical address answers 404.')
    expect(alone.body.data).toMatchObject({ score })
    const [listed] = await rows({ path: '/tides' })
    expect(listed).toMatchObject({ score })
    const cli = await runCli(own.app.directory, ['score', url, '--json'], '', {
      ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
    })
    expect(JSON.parse(cli.out)).toMatchObject({ url, score })
  })

  it('the site has one score, wherever it is shown', async () => {
    const { body } = await own.call('GET', `/sites/${own.id}/score`)
    const { score } = body.data['site'] as { score: number }
    const site = await own.call('GET', `/sites/${own.id}`)
    expect(site.body.data).toMatchObject({ stats: { aiScore: score } })
    const { structured } = await ask('get_site', {})
    expect(structured).toMatchObject({ stats: { aiScore: score } })
  })

  it('the worst checks of the site are worded as faults, with what was seen', async () => {
    const { structured } = await ask('get_site', {})
    const { body } = await own.call('GET', `/sites/${own.id}/install`)
    expect(structured).toMatchObject({ tag: body.data['tag'] })
    expect(structured['untrusted']).toContain('worstChecks')
    // @NOTE a wrong shape fails the expectations below.
    const { worstChecks } = structured as unknown as {
      worstChecks: { id: string; pages: number; fault: string; evidence: string }[]
    }
    const { body: report } = await own.call('GET', `/sites/${own.id}/score`)
    const { findings } = report.data['site'] as { findings: { id: string; detail: string }[] }
    for (const { id, pages, fault, evidence } of worstChecks) {
      expect(fault).toMatch(new RegExp(`^${pages} of 3 pages \\w+`))
      const [path = '', why = ''] = evidence.split(/: (.*)/s)
      const { checks } = await pageAt(path)
      expect(checks).toContainEqual(expect.objectContaining({ id, evidence: why }))
      expect(findings).toContainEqual(expect.objectContaining({ id, detail: evidence }))
    }
    const { text } = await ask('fetch', { id: 'site:' })
    expect(text).not.toContain('undefined')
  })

  it('every lost check of every page has the evidence that scoring it alone has', async () => {
    for (const path of ['/', '/tides', '/bare']) {
      const { checks } = await pageAt(path)
      const { body } = await own.call('POST', '/tools/ai-score', { url: own.web.url + path })
      // @NOTE a wrong shape fails the expectations below.
      const alone = (body.data as unknown as { checks: Evident[] }).checks
      expect(checks.length).toBeGreaterThan(3)
      for (const { id, evidence } of checks) {
        const [first] = alone.filter((one) => one.id === id).flatMap((one) => one.evidence.details)
        // How long an answer took is measured each time.
        const told = id === 'B3' ? 'First byte' : String(first).slice(0, 60)
        expect(evidence).toContain(told)
      }
      const { metadata } = JSON.parse((await ask('fetch', { id: `page:${path}` })).text) as {
        metadata: { mend: string; evidence: string }
      }
      expect(metadata.evidence).toMatch(/^<untrusted-\w+>\n/)
      expect(metadata.evidence).toContain(checks.map(({ id, evidence }) => `${id} ${evidence}`)[0])
      expect(metadata.mend).toContain(' This page ')
    }
  })

  it('a list of pages shows what was seen of the check that it is asked for', async () => {
    const seen = async (finding: string, path: string) =>
      (await rows({ finding, path })).map((row) => row['evidence'])
    expect(await seen('A2', '/tides')).toEqual([
      expect.stringMatching(
        /^A2 .*OAI-SearchBot .* is kept out by "Disallow: \/tides\$" for oai-searchbot; /,
      ),
    ])
    expect(await seen('D2', '/')).toEqual([
      expect.stringMatching(/^D2 .*Organization with name, sameAs/),
    ])
    expect(await seen('C1', '/bare')).toEqual([expect.stringMatching(/^C1 There is no title/)])
  })

  it('the worst checks of the site say how many pages they touch', async () => {
    const { structured } = await ask('get_site', {})
    // @NOTE a wrong shape fails the expectations below.
    const { worstChecks } = structured as unknown as {
      worstChecks: (Checked['checks'][number] & { pages: number })[]
    }
    expect(worstChecks.length).toBeGreaterThan(0)
    for (const { id, pages, fix } of worstChecks) {
      expect(fix).not.toBe('')
      expect(await rows({ finding: id })).toHaveLength(pages)
    }
  })
})

describe('list_pages with a finding', () => {
  it.each([
    ['no_description', ['/bare']],
    ['missing meta description', ['/bare']],
    ['without a title', ['/bare']],
    ['No H1', ['/bare']],
    ['C5', ['/bare']],
    ['c5', ['/bare']],
    ['broken JSON-LD', []],
  ])('%s selects the pages that have it', async (finding, wanted) => {
    expect((await rows({ finding })).map(({ path }) => path)).toEqual(wanted)
  })

  it('an answer says how the finding was read', async () => {
    const { text } = await ask('list_pages', { finding: 'missing meta description' })
    expect(text).toContain('# finding: missing meta description → no_description')
    const titled = await ask('list_pages', { finding: 'offered Markdown' })
    expect(titled.text).toContain(
      'finding: offered Markdown → F3, Markdown that is offered can be had',
    )
  })

  it('an unknown finding is refused with those that there are', async () => {
    const { isError, text } = await ask('list_pages', { finding: 'ugly colours' })
    expect(isError).toBe(true)
    expect(text).toContain('no_title, no_description')
    expect(text).toContain('C1 (The title is the page’s own)')
  })

  it('pages that are asked for by their score say what costs most, in words', async () => {
    const [worst] = await rows({ sort: 'score' })
    const { checks } = await pageAt('/bare')
    const ids = checks.slice(0, 3).map(({ id }) => id)
    expect(worst).toMatchObject({ path: '/bare', mend: ids.join(' ') })
    const { text } = await ask('list_pages', { sort: 'score' })
    expect(text).toMatch(new RegExp(`^# mend names .*${ids[0]} \\w+`, 'm'))
    expect((await rows({}))[0]).not.toHaveProperty('mend')
  })

  it('a document of a page says what to mend, with advice', async () => {
    const { text } = await ask('fetch', { id: 'page:/bare' })
    const { metadata } = JSON.parse(text) as { metadata: Record<string, string> }
    const { checks } = await pageAt('/bare')
    expect(metadata['mend']?.split('\n')).toHaveLength(Math.min(8, checks.length))
    expect(metadata['mend']).toContain(`${checks[0]?.id} -${checks[0]?.lostPoints} `)
    expect(metadata['mend']).toContain(checks[0]?.fix)
  })
})

describe('findings in the data', () => {
  const SELECT = 'SELECT page_num, score, findings FROM page_record ORDER BY page_num'
  const stored = () => onFile(own.app, (file) => file.prepare(SELECT).raw().all())

  it('findings that an older release did not keep are made by the next scan', async () => {
    const before = stored()
    onFile(own.app, (file) => file.exec('UPDATE page_record SET findings = NULL'))
    expect((await pageAt('/bare')).checks).toEqual([])
    expect((await rows({ sort: 'score' }))[0]).toMatchObject({ path: '/bare', mend: null })
    await own.scan()
    expect(stored()).toEqual(before)
  })

  it('findings of another rubric explain nothing', async () => {
    onFile(own.app, (file) =>
      file.exec(`UPDATE page_record SET findings = replace(findings, '{"by":"2', '{"by":"1')`),
    )
    expect((await pageAt('/bare')).checks).toEqual([])
    expect(await rows({ finding: 'C5' })).toEqual([])
  })
})
