import { describe, expect, it } from 'vitest'
import type { Observation } from './observation.ts'
import { RUBRIC, type CheckId } from './rubric.ts'
import { RUBRIC_VERSION } from './rubric-version.ts'
import { toScore, type CheckResult } from './score.ts'
import { ACCESS_SITES } from './testing/access-sites.ts'
import { CONTENT_SITES } from './testing/content-sites.ts'
import { GOOD_SITE } from './testing/good-site.ts'
import { observeTestSite, type TestSite } from './testing/test-site.ts'
import { scoreLine } from './testing/score-line.ts'

const scoreOf = (site: Partial<TestSite> = {}) =>
  toScore(observeTestSite({ ...GOOD_SITE, ...site }))
const checkOf = (id: CheckId, checks: readonly CheckResult[]) =>
  checks.find((check) => check.id === id)!

/** Score, grade, level and caps; then every check that does not pass. */
describe('toScore', () => {
  it('gives 100 to a site that does everything well', () => {
    expect(scoreLine(scoreOf())).toBe('100 A 5')
  })

  it.each([
    ['blocks every bot', '15 F 0 search_bots_blocked | A2:fail | A3:fail | A4:warn | na:F4,F5'],
    [
      'blocks OpenAI and those who fetch for people',
      '91 A 4 | A2:warn | A3:fail | A4:warn | na:F4,F5',
    ],
    ['has no robots.txt', '99 A 5 | A4:warn | na:A1,F4,F5'],
    [
      'fails to answer robots.txt',
      '15 F 0 search_bots_blocked | A1:fail | A2:fail | A3:fail | A4:warn | na:F4,F5',
    ],
    ['has a robots.txt that is too long to be read', '99 A 5 | A1:warn'],
    ['signals its wishes to one bot alone', '100 A 5 | F4:warn'],
    ['answers robots.txt with its front page', '96 A 4 | A1:fail | A4:warn | na:F4,F5'],
    ['asks not to be indexed', '20 F 0 not_indexable | A5:fail'],
    ['asks Google alone not to index it', '98 A 5 | A5:warn'],
    ['allows no snippet', '97 A 3 | A6:fail'],
    ['allows short snippets', '99 A 5 | A6:warn'],
    [
      'stands behind a challenge',
      '10 F 0 bot_wall | A5:error | A7:fail | B2:error | na:A6,B1,B3,B4,B5,C1,C2,C3,C4,C5,C6,C7,D1,D2,D3,D4,E1,E2,E3,E4,F3',
    ],
    [
      'asks for a captcha with status 200',
      '10 F 0 bot_wall | A5:error | A7:fail | B2:error | na:A6,B1,B3,B4,B5,C1,C2,C3,C4,C5,C6,C7,D1,D2,D3,D4,E1,E2,E3,E4,F3',
    ],
    [
      'is gone',
      '20 F 0 not_indexable | A5:fail | B2:fail | na:A6,A7,B1,B3,B4,B5,C1,C2,C3,C4,C5,C6,C7,D1,D2,D3,D4,E1,E2,E3,E4,F3',
    ],
    [
      'says not found with status 200',
      '20 F 1 soft_404 no_text | B2:fail | C4:warn | C7:warn | E4:fail | na:D1,D2,D3,E1,E2,E3',
    ],
    [
      'serves a PDF that one bot may not index',
      '94 A 5 | A5:warn | na:A6,B1,B4,B5,C1,C2,C3,C4,C5,C6,C7,D1,D2,D3,D4,E1,E2,E3,E4',
    ],
    ['refuses the names of bots', '98 A 5 | A7:warn'],
    ['gives bots a part of the text', '98 A 5 | A7:warn'],
    ['gives bots nearly all of the text', '100 A 5'],
    ['serves a PDF', '100 A 5 | na:A6,B1,B4,B5,C1,C2,C3,C4,C5,C6,C7,D1,D2,D3,D4,E1,E2,E3,E4'],
    [
      'is made by scripts',
      '40 F 1 js_shell | B1:fail | C4:warn | C7:warn | na:B5,C2,C3,C6,D1,D2,D3,E1,E2,E3,E4',
    ],
    ['redirects twice, to http', '97 A 1 | B2:fail'],
    ['redirects twice', '99 A 5 | B2:warn'],
    ['is slow', '98 A 5 | B3:fail'],
    ['is not fast', '99 A 5 | B3:warn'],
    ['has more than a megabyte of styles', '99 A 5 | B4:warn'],
    ['has three megabytes of text', '95 A 5 | B4:fail | C2:warn | E3:warn'],
    ['has a menu longer than its text', '99 A 5 | B5:fail'],
  ])('scores as expected a site that %s', (name, expected) => {
    expect(scoreLine(scoreOf(ACCESS_SITES[name]))).toBe(expected)
  })

  it.each([
    ['has neither title nor description', '95 A 2 | C1:fail | C7:warn'],
    ['has a title of one word', '100 A 5'],
    ['has no headings, no main and no markup', '92 A 2 | C2:fail | C3:fail | C6:fail'],
    ['leaves out levels of headings', '100 A 5'],
    ['names the canonical address of another host', '95 A 2 | C4:fail'],
    ['names a canonical address that is gone', '95 A 2 | C4:fail'],
    ['names a canonical address that is another page', '95 A 2 | C4:fail'],
    ['writes its canonical address without the host', '99 A 5 | C4:warn'],
    ['names its canonical address in a header alone', '100 A 5'],
    ['contradicts its canonical address in a header', '95 A 2 | C4:fail'],
    ['names a canonical address that redirects here', '100 A 5'],
    ['names another name of itself that is gone', '100 A 5'],
    ['has a page with the same title', '100 A 5'],
    ['is linked from one of its languages only', '100 A 5'],
    ['is linked with its languages both ways', '100 A 5'],
    ['names a language that is gone', '100 A 5'],
    ['draws a table with bars', '99 A 5 | C6:warn'],
    ['shows another date than its data has', '99 A 5 | D1:warn'],
    ['shows the date that its data has', '100 A 5'],
    ['says that it is Russian', '97 A 5 | C5:fail'],
    ['says no language, and is linked in others', '99 A 5 | C5:warn'],
    ['has links that say nothing', '99 A 5 | C6:warn'],
    ['hides the answers of its FAQ data', '99 A 5 | E1:warn'],
    ['has broken JSON-LD', '97 A 3 | D1:fail | na:D2,D3,E3'],
    ['has JSON-LD about another page', '99 A 5 | D1:warn'],
    ['has no structured data', '96 A 3 | D2:warn | D3:fail | na:D1'],
    ['has an article without author and dates', '99 A 5 | D2:warn'],
    ['states no date', '95 A 3 | D2:warn | D4:fail'],
    ['was last changed three years ago', '99 A 5 | D4:warn'],
    ['was last changed 18 months ago', '100 A 5'],
    ['makes claims without support', '96 A 5 | E3:fail'],
    ['has no sitemap and nothing for agents', '95 A 4 | A4:warn | F1:fail | na:F2,F3,F4,F5,F6'],
    [
      'does half of what agents look for',
      '95 A 4 | F1:warn | F2:fail | F3:warn | F4:warn | F5:warn | F6:warn',
    ],
    ['links to nothing from llms.txt', '100 A 5 | F2:warn'],
    ['links from llms.txt to where no answer comes from', '100 A 5 | F2:warn'],
    ['names the long form in llms.txt', '100 A 5'],
    ['has its Markdown served as plain text', '100 A 5'],
    ['answers any address with a text', '100 A 5 | na:F3'],
    ['negotiates Markdown', '100 A 5'],
    ['sells a kettle', '100 A 5 | na:E1,E2,E3'],
    ['documents an interface in German', '100 A 5 | na:E2,E3'],
    ['answers questions', '99 A 5 | E1:warn | na:D3,E2,E3'],
    ['is written in Japanese', '98 A 5 | E2:warn | na:E3'],
  ])('scores as expected a site that %s', (name, expected) => {
    expect(scoreLine(scoreOf(CONTENT_SITES[name]))).toBe(expected)
  })
})

describe('RUBRIC', () => {
  const sites = [{}, ...Object.values({ ...ACCESS_SITES, ...CONTENT_SITES })]
  const seen = sites.flatMap((site) => scoreOf(site).checks)
  const statusesOf = (id: CheckId) =>
    new Set(seen.filter((check) => check.id === id).map((check) => check.status))

  it('has 33 checks that weigh 100', () => {
    expect(RUBRIC).toHaveLength(33)
    expect(RUBRIC.reduce((sum, { weight }) => sum + weight, 0)).toBe(100)
    expect(new Set(RUBRIC.map(({ id }) => id)).size).toBe(33)
  })

  it('weighs its categories as designed', () => {
    const weights: Record<string, number> = {}
    for (const { category, weight } of RUBRIC) weights[category] = (weights[category] ?? 0) + weight
    expect(weights).toEqual({
      access: 28,
      rendering: 14,
      structure: 22,
      trust: 12,
      answerability: 14,
      discovery: 10,
    })
  })

  it.each(RUBRIC.map(({ id }) => id))(
    'has a test site that passes %s and one that does not',
    (id) => {
      const statuses = statusesOf(id)
      expect(statuses).toContain('pass')
      expect(statuses.has('warn') || statuses.has('fail')).toBe(true)
    },
  )

  it('asks of nobody what only some sites have', () => {
    const { checks } = scoreOf(CONTENT_SITES['has no sitemap and nothing for agents'])
    const lost = checks.filter(({ lostPoints }) => lostPoints > 0).map(({ id }) => id)
    expect(lost).toEqual(['F1', 'A4'])
  })
})

describe('a score', () => {
  it('lists the harm first, then what loses most, and how to mend it', () => {
    const { checks, rubricVersion } = scoreOf(ACCESS_SITES['blocks every bot'])
    expect(rubricVersion).toBe(RUBRIC_VERSION)
    const html = GOOD_SITE.html
      .replace(/<title>.*<\/title>/, '<title></title>')
      .replace('</head>', '<meta name="robots" content="noindex"></head>')
      .replace(/<script.*<\/script>/s, '')
      .replace(/(<link rel="canonical" href=")[^"]*/, '$1https://tides.example/')
    const harmed = scoreOf({ html, sitemap: undefined }).checks.map(({ id }) => id)
    expect(harmed.slice(0, 4)).toEqual(['A5', 'C4', 'C1', 'F1'])
    expect(checks[0]).toMatchObject({
      id: 'A2',
      category: 'access',
      weight: 6,
      status: 'fail',
      points: 0,
      lostPoints: 6,
      evidence: {
        url: 'https://tides.example/robots.txt',
        httpStatus: 200,
        excerpt: 'Disallow: /',
      },
    })
    expect(checks[0]?.evidence.details[1]).toBe(
      'OAI-SearchBot (OpenAI) is kept out by "Disallow: /" for *',
    )
    expect(checks).toHaveLength(33)
  })

  it('is the same for the same observation, and JSON', () => {
    const observation = observeTestSite(GOOD_SITE)
    const first = toScore(observation)
    expect(toScore(observation)).toEqual(first)
    expect(JSON.parse(JSON.stringify(first))).toEqual(first)
  })

  it('reports which share of the rubric could be judged', () => {
    expect(scoreOf().weightJudged).toBe(100)
    expect(scoreOf(ACCESS_SITES['serves a PDF']).weightJudged).toBe(40)
    const unasked: Observation = {
      ...observeTestSite(GOOD_SITE),
      robots: null,
      sitemap: null,
      llmsTxt: null,
      markdown: null,
      wellKnown: null,
      tdmRep: null,
    }
    expect(scoreLine(toScore(unasked))).toBe('100 A 5 | na:A1,A2,A3,A4,F1,F2,F3,F4,F5,F6')
  })

  it('does not count requests without an answer', () => {
    const { llmsTxt, ...rest } = observeTestSite(GOOD_SITE)
    const silent = toScore({ ...rest, llmsTxt: { ...llmsTxt!, status: null } })
    expect(silent).toMatchObject({ score: 100, weightJudged: 99 })
    expect(checkOf('F2', silent.checks)).toMatchObject({
      status: 'error',
      points: 0,
      lostPoints: 0,
    })
  })

  it('treats an unreachable robots.txt as a refusal', () => {
    const { robots, ...rest } = observeTestSite(GOOD_SITE)
    const { caps } = toScore({ ...rest, robots: { ...robots!, status: null, robots: null } })
    expect(caps).toMatchObject([{ id: 'search_bots_blocked', maxScore: 15 }])
  })

  it('is limited by the lowest of several caps', () => {
    const { score, caps } = scoreOf({ ...ACCESS_SITES['asks not to be indexed'], robots: 503 })
    expect(caps.map(({ id }) => id)).toEqual(['search_bots_blocked', 'not_indexable'])
    expect(score).toBe(15)
  })

  it('takes a date that is yet to come for none', () => {
    const observation = observeTestSite(GOOD_SITE)
    const statusIn = (year: number) =>
      checkOf('D4', toScore({ ...observation, nowMs: Date.UTC(year, 10, 21) }).checks).status
    // An old date still tells a reader how far to trust the page.
    expect([2026, 2029].map(statusIn)).toEqual(['pass', 'pass'])
    expect(statusIn(2020)).toBe('fail')
  })

  it('shows text of the site without invisible characters', () => {
    const html = GOOD_SITE.html.replace(
      /<title>.*<\/title>/,
      `<title>\u202Eevil\u200B \u{E0041}text ${'x'.repeat(280)}</title>`,
    )
    const { excerpt } = checkOf('C1', scoreOf({ html }).checks).evidence
    expect(excerpt).toMatch(/^evil text x{189}…$/)
  })
})
