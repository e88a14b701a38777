import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  CONSENT_VIEW,
  LOOPBACK_VIEW,
  OAUTH_PAGES,
  SIGN_IN_VIEW,
} from '../../../testing/oauth-pages.ts'
import { consentPage } from './consent-page.ts'
import { messagePage } from './message-page.ts'
import { OAUTH_STYLE } from './page-frame.ts'
import { signInPage } from './sign-in-page.ts'

const HOSTILE = '"><script>window.ran = 1</script>\u202e'
const ESCAPED = '&quot;&gt;&lt;script&gt;'

it('keeps where it leads back to, what was typed and who waits as text', () => {
  const page = signInPage({
    next: HOSTILE,
    client: { name: HOSTILE, host: 'claude.ai' },
    email: HOSTILE,
    error: HOSTILE,
  })
  expect(page).not.toContain('<script')
  expect(page).toContain(`name="next" value="${ESCAPED}`)
  expect(page).toContain(`required value="${ESCAPED}`)
})

it('leads back with everything that the address had', () => {
  expect(signInPage(SIGN_IN_VIEW)).toContain(
    'name="next" value="/authorize?client_id=https%3A%2F%2Fclaude.ai%2Foauth%2Fclient&amp;state=a%26b"',
  )
})

it('says who waits, where one does', () => {
  const page = signInPage(SIGN_IN_VIEW)
  expect(page).toContain('<title>Sign in to choose what claude.ai may read – Citable</title>')
  expect(page).toContain('“<bdi class="own">Claude</bdi>”')
  const alone = signInPage({ next: '/' })
  expect(alone).toContain('<title>Sign in – Citable</title>')
  expect(alone).not.toContain('may read')
})

it('says what did not do, keeps the address, and begins at the password', () => {
  const page = signInPage({ next: '/', email: 'ada@tideline.example', error: 'Wrong.' })
  expect(page).toContain('<title>Not signed in yet – Citable</title>')
  expect(page).toContain('role="alert" id="error">Wrong.</div>')
  expect(page).toContain('value="ada@tideline.example" aria-describedby="error">')
  expect(page).toContain('aria-describedby="error" autofocus>')
  expect(page.match(/autofocus/g)).toHaveLength(1)
})

it('names routes that there are, where a page of its own is not', () => {
  const file = join(import.meta.dirname, '../../../../docs/openapi.json')
  const routes = readFileSync(file, 'utf8')
  const named = [...signInPage({ next: '/' }).matchAll(/<code>POST \/api\/v1([^<]+)<\/code>/g)]
  expect(named.length).toBe(3)
  expect(named.filter(([, path = '']) => !routes.includes(`"${path}": {`))).toEqual([])
})

it('a message says its title and its sentences, and foreign text in them stays text', () => {
  const page = messagePage({
    title: 'This client is not known',
    sentences: [HOSTILE, 'Start again.'],
  })
  expect(page).toContain('<title>This client is not known – Citable</title>')
  expect(page).not.toContain('<script')
  expect(page).not.toContain('\u202e')
  expect(page).toContain('Start again.')
})

it('no page has a script, a style of an element, a picture or a link', () => {
  const pages = [...OAUTH_PAGES.values(), consentPage(CONSENT_VIEW), consentPage(LOOPBACK_VIEW)]
  for (const page of pages) {
    expect(page).not.toMatch(/<script|<img|<a |style=|\shref="(?!data:,")|\son\w+=|\/app\//)
    expect(page.match(/<style>([^<]*)<\/style>/)?.[1]).toBe(OAUTH_STYLE)
  }
})
