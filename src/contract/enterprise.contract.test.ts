import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { PLANS, type Plan } from '../kernel/plan/plans.ts'
import { OPERATIONS } from '../server/operations.ts'
import { SAMPLE_CALLS } from '../testing/sample-calls.ts'
import { SampleOrganization } from '../testing/sample-organization.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { page, WebSite } from '../testing/web-site.ts'

/**
 * The operations that only the largest plans have, and the credentials for which that holds. The list repeats this,
 * apart from the code.
 */
const ENTERPRISE: Readonly<Record<string, readonly ('session' | 'key')[]>> = {
  'org.updateBranding': ['session'],
  'domains.add': ['session'],
  'domains.verify': ['session'],
  'prompts.import': ['session', 'key'],
  'prompts.export': ['session', 'key'],
  'rules.create': ['key'],
  'rules.update': ['key'],
  'rules.delete': ['key'],
  'rules.reorder': ['key'],
  'audit.list': ['key'],
  'audit.verify': ['key'],
  'org.branding': ['key'],
  'domains.list': ['key'],
}

let app: TestApp
let web: WebSite
const homes = new Map<Plan, { home: SampleOrganization; session: string; key: string }>()

beforeAll(async () => {
  app = await TestApp.start({ environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } })
  web = await WebSite.start({ '/': page('Home') })
  for (const plan of PLANS) {
    const org = await app.org(plan)
    const home = await SampleOrganization.of(app, org, web)
    homes.set(plan, { home, session: await app.session(org), key: await app.key(org) })
  }
})

beforeEach(() => app.clock.advance({ minutes: 2 }))

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

async function call(name: string, plan: Plan, by: 'session' | 'key'): Promise<string> {
  const of = homes.get(plan)
  const http = OPERATIONS.find((one) => one.name === name)?.http
  if (!of || !http) throw new Error(`Nothing to call ${name} with`)
  const { ids = [], query = '', body } = await SAMPLE_CALLS[name]!(of.home)
  const rest = [...ids]
  const path = http.path.replaceAll(/:\w+/g, () => rest.shift() ?? '') + query
  const response = await fetch(`${app.url}/api/v1${path}`, {
    method: http.method.toUpperCase(),
    headers: { authorization: `Bearer ${of[by]}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.ok) return 'allowed'
  const { error } = JSON.parse(text) as { error: { code: string; message: string } }
  expect(error.message).toContain(plan === 'free' && by === 'key' ? 'Pro' : 'Enterprise')
  return error.code
}

it.each(Object.keys(ENTERPRISE))('%s is of the plans Enterprise and self-hosted', async (name) => {
  const by = (plan: Plan, credential: 'session' | 'key') =>
    ['enterprise', 'self_hosted'].includes(plan) || !ENTERPRISE[name]!.includes(credential)
      ? 'allowed'
      : 'PLAN_REQUIRED'
  const { access } = OPERATIONS.find((one) => one.name === name)!
  const credentials =
    access.by === 'session' ? (['session'] as const) : (['session', 'key'] as const)
  const [wanted, got]: [string[], string[]] = [[], []]
  for (const plan of PLANS) {
    for (const credential of credentials) {
      wanted.push(`${plan} ${credential}: ${by(plan, credential)}`)
      got.push(`${plan} ${credential}: ${await call(name, plan, credential)}`)
    }
  }
  expect(got).toEqual(wanted)
})
