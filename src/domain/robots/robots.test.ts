import { describe, expect, it } from 'vitest'
import { BOTS } from './bots.ts'
import {
  ALLOW_ALL,
  crawlDelaySeconds,
  DISALLOW_ALL,
  isAllowed,
  isBotAllowed,
  isNamedInRobots,
  robotsAccess,
} from './is-allowed.ts'
import { MAX_ROBOTS_BYTES, parseRobots } from './robots.ts'

const may = (text: string, token: string, path: string) =>
  isAllowed(parseRobots(text), token, path).allowed
const mayWith = (rules: string, path: string) => may(`User-agent: *\n${rules}`, 'AnyBot', path)

describe('a rule of robots.txt', () => {
  // The table of "URL matching based on path values" in Google's robots.txt specification.
  it.each([
    ['/', ['/', '/fish', '/a?b'], []],
    ['/*', ['/', '/fish'], []],
    ['/$', ['/'], ['/fish']],
    [
      '/fish',
      ['/fish', '/fish.html', '/fish/salmon.html', '/fishheads', '/fish.php?id=anything'],
      ['/Fish.asp', '/catfish', '/?id=fish', '/desert/fish'],
    ],
    [
      '/fish*',
      ['/fish', '/fish.html', '/fishheads/yummy.html', '/fish.php?id=anything'],
      ['/Fish.asp', '/catfish', '/desert/fish'],
    ],
    ['/fish/', ['/fish/', '/fish/?id=anything', '/fish/salmon.htm'], ['/fish', '/fish.html']],
    [
      '/*.php',
      [
        '/index.php',
        '/filename.php',
        '/folder/filename.php?parameters',
        '/folder/any.php.file.html',
      ],
      ['/', '/windows.PHP'],
    ],
    [
      '/*.php$',
      ['/filename.php', '/folder/filename.php'],
      ['/filename.php?parameters', '/filename.php/', '/filename.php5', '/windows.PHP'],
    ],
    ['/fish*.php', ['/fish.php', '/fishheads/catfish.php?parameters'], ['/Fish.PHP']],
    ['/a*b*b$', ['/abb', '/axbyb', '/abbb'], ['/ab', '/abbc']],
    ['/a$b', ['/a$b', '/a%24bc'], ['/a', '/ab']],
  ])('matches the paths that %s should, and no others', (rule, matching, others) => {
    for (const path of matching)
      expect([path, mayWith(`Disallow: ${rule}`, path)]).toEqual([path, false])
    for (const path of others)
      expect([path, mayWith(`Disallow: ${rule}`, path)]).toEqual([path, true])
  })

  // RFC 9309 2.2.2, the table of percent-encoding, and 2.2.3.
  it.each([
    ['/foo/bar?baz=quz', '/foo/bar?baz=quz'],
    ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https://foo.bar'],
    ['/foo/bar/U+E38384', '/foo/bar/U+E38384'],
    ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%E3%83%84', '/foo/bar/%e3%83%84'],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
    ['/path/file-with-a-%2A.html', '/path/file-with-a-*.html'],
    ['/path/foo-%24', '/path/foo-$'],
  ])('treats %s as the path %s', (rule, path) => {
    expect(mayWith(`Disallow: ${rule}`, path)).toBe(false)
  })

  it('takes an escaped wildcard literally', () => {
    expect(mayWith('Disallow: /file-%2A.html', '/file-abc.html')).toBe(true)
  })

  // "Order of precedence for rules" in Google's specification.
  it.each([
    ['Allow: /p\nDisallow: /', '/page', true, 'Allow: /p'],
    ['Allow: /folder\nDisallow: /folder', '/folder/page', true, 'Allow: /folder'],
    ['Disallow: /folder\nAllow: /folder', '/folder/page', true, 'Allow: /folder'],
    ['Allow: /page\nDisallow: /*.htm', '/page.htm', false, 'Disallow: /*.htm'],
    ['Allow: /page\nDisallow: /*.ph', '/page.php5', true, 'Allow: /page'],
    ['Allow: /$\nDisallow: /', '/', true, 'Allow: /$'],
    ['Allow: /$\nDisallow: /', '/page.htm', false, 'Disallow: /'],
    ['Disallow:', '/a', true, null],
    ['Disallow: /a\nDisallow:', '/a', false, 'Disallow: /a'],
  ])('wins by precedence among %j for %s', (rules, path, allowed, rule) => {
    const robots = parseRobots(`User-agent: *\n${rules}`)
    expect(isAllowed(robots, 'AnyBot', path)).toEqual({ allowed, group: '*', rule })
  })

  it('never forbids robots.txt, and ignores the fragment', () => {
    expect(may('User-agent: *\nDisallow: /', 'x', '/robots.txt')).toBe(true)
    expect(may('User-agent: *\nDisallow: /', 'x', '/robots.txt?a')).toBe(false)
    expect(mayWith('Disallow: /a#b', '/a')).toBe(false)
    expect(mayWith('Disallow: /*x', '/a#x')).toBe(true)
  })
})

describe('a group of robots.txt', () => {
  // RFC 9309 5.1.
  const simple = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot
`
  it.each([
    ['anybot', '/a.gif', false, '*'],
    ['anybot', '/publications/a', true, '*'],
    ['foobot', '/example/page.html', true, 'foobot'],
    ['FooBot/1.1', '/example/page2.html', false, 'foobot'],
    ['barbot', '/example/page.html', false, 'barbot'],
    ['bazbot', '/example/page.html', false, 'bazbot'],
    ['bazbot', '/example/', true, 'bazbot'],
    ['quxbot', '/example/', true, 'quxbot'],
  ])('decides for %s about %s as the example of RFC 9309 says', (token, path, allowed, group) => {
    expect(isAllowed(parseRobots(simple), token, path)).toMatchObject({ allowed, group })
  })

  it('is merged with other groups of its bot, and not with those of all bots', () => {
    const text = `user-agent: a\ndisallow: /c\nuser-agent: *\ndisallow: /d\nuser-agent: A\ndisallow: /e`
    expect(['/c', '/d', '/e'].map((path) => may(text, 'a', path))).toEqual([false, true, false])
    expect(['/c', '/d', '/e'].map((path) => may(text, 'b', path))).toEqual([true, false, true])
  })

  it('continues after lines that are no rules', () => {
    const text = `User-agent: a\nSitemap: https://a.example/s.xml\nFoo: bar\n\nUser-agent: b\nDisallow: /x`
    expect(may(text, 'a', '/x')).toBe(false)
    expect(may(text, 'b', '/x')).toBe(false)
  })

  it('matches a whole token: a longer name is another bot', () => {
    const text = 'User-agent: Googlebot\nDisallow: /'
    expect(may(text, 'Googlebot-News', '/')).toBe(true)
    expect(may(text, 'Googlebot/2.1', '/')).toBe(false)
    expect(may(text, 'Google', '/')).toBe(true)
  })

  it('allows everything when it is missing', () => {
    expect(isAllowed(ALLOW_ALL, 'a', '/x')).toEqual({ allowed: true, group: null, rule: null })
    expect(isAllowed(DISALLOW_ALL, 'a', '/x').allowed).toBe(false)
    expect(may('Disallow: /\nUser-agent: b\nDisallow: /', 'a', '/x')).toBe(true)
  })
})

describe('parseRobots', () => {
  it.each(['\n', '\r\n', '\r'])('accepts lines that end with %j, and a byte order mark', (end) => {
    const text = ['\uFEFFUser-agent : * # all', ' DISALLOW:/x # no', '#Allow: /x'].join(end)
    expect(may(text, 'a', '/x')).toBe(false)
  })

  it('accepts the misspelled fields that Google accepts', () => {
    expect(may('useragent: a\ndisalow: /x', 'a', '/x')).toBe(false)
  })

  it('keeps sitemaps, delays, signals and licences', () => {
    const robots = parseRobots(`License: https://a.example/l.xml
User-agent: *
Content-Signal: search=yes, ai-train=no
Content-Usage: /x train-ai=n
Crawl-delay: 2.5
Allow: /
Sitemap: https://a.example/s.xml
User-agent: b
Crawl-delay: soon
Sitemap: /relative.xml`)
    expect(robots.sitemaps).toEqual(['https://a.example/s.xml', '/relative.xml'])
    expect(robots.notes).toEqual([
      { name: 'license', value: 'https://a.example/l.xml', tokens: ['*'] },
      { name: 'content-signal', value: 'search=yes, ai-train=no', tokens: ['*'] },
      { name: 'content-usage', value: '/x train-ai=n', tokens: ['*'] },
    ])
    expect(crawlDelaySeconds(robots, 'a')).toBe(2.5)
    expect(crawlDelaySeconds(robots, 'b')).toBeNull()
    expect(isNamedInRobots(robots, 'B')).toBe(true)
    expect(isNamedInRobots(robots, 'a')).toBe(false)
  })

  it('counts the lines of a web page as unknown', () => {
    const robots = parseRobots('<!doctype html>\n<html>\n<title>Hello</title>\n</html>')
    expect(robots.unknownLines).toBe(4)
    expect(robots.groups).toEqual([])
  })

  it('reads up to its limit, without the line that the limit cuts', () => {
    const start = 'User-agent: *\nDisallow: /a\n'
    const end = '\nDisallow: /b'
    const filler = '#'.repeat(MAX_ROBOTS_BYTES - start.length - end.length)
    const robots = parseRobots(`${start}${filler}${end}c`)
    expect(robots.isTruncated).toBe(true)
    expect(isAllowed(robots, 'x', '/a').allowed).toBe(false)
    expect(isAllowed(robots, 'x', '/b').allowed).toBe(true)
  })

  it.each([
    'User-agent: a\n'.repeat(30_000) + 'Disallow: /\n'.repeat(5_000),
    Array.from({ length: 20_000 }, (_, i) => `User-agent: b${i}`).join('\n') +
      '\nDisallow: /x'.repeat(9_000),
    `User-agent: *\nDisallow: /${'*a'.repeat(8_000)}b$`,
    `User-agent: *\n${`Disallow: /${'*a'.repeat(500)}b\n`.repeat(400)}`,
    'Disallow: /%\uD800%zz%',
    'User-agent: *\nAllow: /\uD800%',
  ])('reads a hostile file (%#) and decides by it', (text) => {
    const robots = parseRobots(text)
    const tokens = robots.groups.reduce((sum, group) => sum + group.tokens.length, 0)
    expect(tokens).toBeLessThanOrEqual(20_000)
    expect(isAllowed(robots, 'nobody', `/${'a'.repeat(20_000)}`).allowed).toBe(true)
  })
})

describe('robotsAccess', () => {
  it.each([
    [200, 'read'],
    [204, 'read'],
    [401, 'allow_all'],
    [404, 'allow_all'],
    [429, 'disallow_all'],
    [500, 'disallow_all'],
    [503, 'disallow_all'],
  ])('reads status %i as %s', (status, access) => {
    expect(robotsAccess(status)).toBe(access)
  })
})

describe('the known bots', () => {
  it('have one entry each, with a source and a day', () => {
    expect(new Set(BOTS.map(({ token }) => token.toLowerCase())).size).toBe(BOTS.length)
    for (const { docsUrl, verifiedAt, token } of BOTS) {
      expect(docsUrl).toMatch(/^https:\/\//)
      expect(verifiedAt).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      expect(isNamedInRobots(parseRobots(`User-agent: ${token}\nDisallow: /`), token)).toBe(true)
    }
  })

  it('cover the three purposes', () => {
    const count = (purpose: string) => BOTS.filter((bot) => bot.purpose === purpose).length
    expect([count('search'), count('user_fetch'), count('training')]).toEqual([10, 7, 8])
  })

  it('follow the groups of another bot when their operator says so', () => {
    const robots = parseRobots('User-agent: Googlebot\nDisallow: /')
    const allowed = BOTS.filter((bot) => !isBotAllowed(robots, bot, '/').allowed)
    expect(allowed.map(({ token }) => token)).toEqual(['Googlebot', 'Applebot'])
  })
})

describe('a robots.txt with more wildcards than are read', () => {
  const many = Array.from({ length: 2_000 }, (_, i) => `Disallow: /*aaaaaaab${i}`).join('\n')
  const late = 'Disallow: /*?sort=\nDisallow: /late/*/x\nDisallow: /end$\nAllow: /plain/*/open'
  const rules = `${many}\n${late}\nDisallow: /plain\nAllow: /plain/open`

  it('leaves out the later ones, counts them, and closes nothing by their beginnings', () => {
    expect(mayWith(rules, '/waaaaaaab1999')).toBe(false)
    for (const path of ['/', '/early', '/a?sort=1', '/late/a/x', '/end']) {
      expect([path, mayWith(rules, path)]).toEqual([path, true])
    }
    expect(mayWith(rules, '/plain/a/open')).toBe(false)
    expect(parseRobots(`User-agent: *\n${rules}`)).toMatchObject({ cutRules: 4 })
    expect(parseRobots(`User-agent: *\n${many}`)).toMatchObject({ cutRules: 0 })
  })

  it('keeps its rules without wildcards unchanged', () => {
    expect(mayWith(rules, '/plain/closed')).toBe(false)
    expect(mayWith(rules, '/plain/open')).toBe(true)
  })
})
