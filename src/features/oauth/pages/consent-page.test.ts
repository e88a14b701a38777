import { describe, expect, it } from 'vitest'
import { HOSTILE_TEXTS } from '../../../testing/hostile-texts.ts'
import { CONSENT_VIEW, LOOPBACK_VIEW } from '../../../testing/oauth-pages.ts'
import { consentPage } from './consent-page.ts'

/**
 * Lists the tags of a page without any text or values of attributes, and without `span`, which marks parts of a host.
 */
const elementsOf = (html: string): string[] =>
  (html.match(/<[^>]*>/g) ?? [])
    .map((tag) => tag.replaceAll(/"[^"]*"/g, ''))
    .filter((tag) => !/^<\/?span/.test(tag))

const { client } = CONSENT_VIEW
const [organization] = CONSENT_VIEW.organizations
const ALLOW = 'value="allow"'

/** Makes a view in which each text that others chose is the given one. */
const saying = (text: string) => ({
  ...LOOPBACK_VIEW,
  client: { ...client, name: `Claude${text}`, documentHost: text },
  person: { email: text },
  resource: { path: text, site: text },
  organizations: LOOPBACK_VIEW.organizations.map((one) => ({
    ...one,
    name: text,
    refusal: one.refusal === null ? null : text,
  })),
  sites: LOOPBACK_VIEW.sites.map((site) => ({ ...site, domain: `${text}.` })),
  error: text,
})

describe('text of others', () => {
  it.each(HOSTILE_TEXTS)('stays text: %j', (text) => {
    const page = consentPage(saying(text))
    expect(elementsOf(page)).toEqual(elementsOf(consentPage(saying('plain'))))
    expect(page).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  })

  it('is bounded, and a host keeps its end', () => {
    const long = 'x'.repeat(50_000)
    const page = consentPage({
      ...CONSENT_VIEW,
      client: { ...client, name: long, host: `claude.ai.${long}.evil.example` },
    })
    expect(page.length).toBeLessThan(16_000)
    expect(page).toContain('evil.example</bdi>')
    expect(page).not.toContain('x'.repeat(301))
  })

  it('cannot end the quotation that it stands in', () => {
    const page = consentPage(LOOPBACK_VIEW)
    expect(page).toContain('“<bdi class="own">Claude Code’ from Citable. Verified: ‘</bdi>”')
  })
})

describe('who asks', () => {
  it('is the host, and of it the domain that it is registered under', () => {
    const page = consentPage({
      ...CONSENT_VIEW,
      client: { ...client, host: 'claude.ai.evil.example' },
    })
    expect(page).toContain(
      '<title>claude.ai.evil.example asks to read from your sites – Citable</title>',
    )
    expect(page).toContain('<span class="sub">claude.ai.</span>evil.example</bdi></span>')
  })

  it.each([
    [{}, 'that name comes from', 'itself.'],
    [
      { documentHost: 'else.example' },
      'which Citable has not checked; that name comes from',
      'not from the address above.',
    ],
    [
      { documentHost: null },
      'which Citable has not checked.',
      'Only the address above says who it is.',
    ],
    [
      { isLoopback: true },
      'Only go on if you just started this yourself.',
      'any program on this computer could use it.',
    ],
    [{ name: null }, 'It gives no name; its description comes from', 'itself.'],
    [{ name: ' \u200b' }, 'It gives no name', 'itself.'],
  ])('is said for %j', (change, first, second) => {
    const page = consentPage({ ...CONSENT_VIEW, client: { ...client, ...change } })
    expect(page).toContain(first)
    expect(page).toContain(second)
  })
})

describe('what may be chosen', () => {
  it('is an organization only where there are several, each with what is in its way', () => {
    expect(consentPage(CONSENT_VIEW)).toContain('type="hidden" name="organization" value="org_1"')
    const page = consentPage(LOOPBACK_VIEW)
    expect(page).toContain('name="organization" value="org_1" class="shown" checked>')
    expect(page).toContain('name="organization" value="org_3" disabled>')
    expect(page).toContain(
      '<small>Its plan has no assistants: that takes Business or above.</small>',
    )
    expect(page).toContain('name="do" value="organization"')
  })

  it.each([
    ['no organization', []],
    [
      'one that is refused',
      [{ ...organization, id: 'a', name: 'A', isChosen: true, refusal: 'It is on Free.' }],
    ],
    [
      'several of which none is chosen',
      LOOPBACK_VIEW.organizations.map((one) => ({ ...one, isChosen: false })),
    ],
  ])('is nothing with %s, and then nothing can be allowed', (_, organizations) => {
    const page = consentPage({ ...CONSENT_VIEW, organizations })
    expect(page).not.toContain(ALLOW)
    expect(page).not.toContain('name="scope"')
    expect(page).toContain('value="deny"')
    expect(page).toContain('value="leave"')
  })

  it('is ticked as the view says', () => {
    const page = consentPage({
      ...CONSENT_VIEW,
      allSites: false,
      sites: [{ id: 'site_1', domain: 'tideline.example', isTicked: true }],
      scopes: [{ scope: 'rules:read', isTicked: false }],
      words: { isOffered: true, isTicked: true },
      lasts: 'idle',
    })
    const ticked = [...page.matchAll(/name="(\w+)" value="([^"]*)" checked/g)]
    expect(ticked.map(([, name, value]) => `${name}=${value}`)).toEqual([
      'sites=chosen',
      'site=site_1',
      'words=1',
      'lasts=idle',
    ])
  })

  it('is no site at the address of one', () => {
    const resource = { path: '/mcp/data', site: 'tideline.example' }
    const sites = CONSENT_VIEW.sites.slice(0, 1)
    const page = consentPage({ ...CONSENT_VIEW, resource, sites })
    expect(page).toContain('</code>: numbers of <bdi>tideline.example</bdi> alone')
    expect(page).toContain('type="hidden" name="sites" value="chosen"')
    expect(page).toContain('type="hidden" name="site" value="site_1"')
    expect(page).not.toContain('value="site_2"')
    expect(page).not.toContain('value="all"')
  })

  it('is no scope that writes, and no words of readers where there are none', () => {
    const page = consentPage({
      ...CONSENT_VIEW,
      scopes: [{ scope: 'sites:write', isTicked: true }],
      words: { isOffered: false, isTicked: true },
    })
    expect(page).not.toContain('sites:write')
    expect(page).not.toContain('name="words"')
    expect(page).toContain('It gets no question that a reader typed.')
  })
})

it('says what did not do, in the title and beside what is pressed', () => {
  const page = consentPage(LOOPBACK_VIEW)
  expect(page).toContain('<title>localhost:33418 cannot read yet – Citable</title>')
  expect(page).toContain('role="alert" id="error" tabindex="-1" autofocus>Choose at least one site')
  expect(page).toContain(`${ALLOW} aria-describedby="error"`)
})
