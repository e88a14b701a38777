import { addHistory } from './world-events.ts'
import { COAST_URL, type World } from './world.ts'

const RULES = [
  {
    name: 'Guides',
    description: 'What guides ask',
    match: { path: '/guides/**' },
    actions: { addTags: ['tea'], addKinds: ['apply'], append: 'Name your sources.' },
  },
  { name: 'Shop', match: { path: '/shop' }, actions: { requireReview: true }, stop: true },
  { name: 'Off', enabled: false, match: { type: 'faq' }, actions: { setType: 'docs' } },
]

/** What engines are asked for the site that is scanned. */
const TRACKED = [
  { text: 'Which green tea is mild?', tags: ['tea', 'mild'], engines: ['chatgpt', 'claude'] },
  { text: 'Is Coast Tea any good?', intent: 'comparison', country: 'DE', language: 'en' },
]

/** Makes the sites: one that is scanned, one of events alone in another zone, one that is paused, and one of each other organization. */
export async function fillSites(world: World): Promise<void> {
  const { app, names } = world
  const site = async (as: string, name: string, fields: Readonly<Record<string, unknown>>) => {
    const made = await world.call(as, 'POST', '/sites', { scan: false, ...fields })
    names.addId(`site:${name}`, String(made['id']))
    return String(made['id'])
  }
  const coast = await site('owner', 'coast', { url: `${COAST_URL}/`, name: 'Coast Tea' })
  const dunes = await site('owner', 'dunes', {
    domain: 'dunes.example',
    name: 'Dunes',
    timezone: 'Europe/Berlin',
    language: 'de',
    country: 'DE',
  })
  const paused = await site('owner', 'paused', { domain: 'paused.example' })
  await world.call('owner', 'PUT', `/sites/${paused}`, { status: 'paused' })
  const lantern = await site('lantern', 'lantern', { domain: 'lantern.example' })
  await site('pebble', 'pebble', { domain: 'pebble.example' })
  for (const rule of RULES) await world.call('owner', 'POST', `/rules/${coast}`, rule)
  for (const query of TRACKED) {
    await world.call('owner', 'POST', `/citations/${coast}/queries`, query)
  }
  await world.call('owner', 'PUT', `/sites/${coast}/policy`, {
    policy: { rules: [{ path: '/', allow: ['answer'], deny: ['train-ai'] }] },
  })
  names.addId('job:first', await world.scan('owner', coast))
  await addHistory(app, coast, { seed: 1, days: 60, perDay: 8 })
  await addHistory(app, dunes, { seed: 2, days: 30, perDay: 2 })
  await addHistory(app, lantern, { seed: 3, days: 5, perDay: 2 })
  await world.scan('lantern', lantern)
  await changeDomains(world, coast)
  await editPrompts(world, coast)
}

async function changeDomains(world: World, siteId: string): Promise<void> {
  world.app.clock.advance({ seconds: 1 })
  await world.app.vouchFor(siteId, 'tea.example')
  await world.call('owner', 'POST', `/sites/${siteId}/domains`, { host: 'unproven.example' })
  await world.call('owner', 'PUT', '/org/branding', { name: 'Coast', accent: '#0a7d4f' })
}

async function editPrompts(world: World, siteId: string): Promise<void> {
  const listed = await world.call('owner', 'GET', `/pages/${siteId}?limit=100`)
  // @NOTE the list's own schema says so; another shape fails the requests that name these pages.
  const pages = listed as unknown as { id: string; path: string }[]
  for (const { id, path } of pages) world.names.addId(`pg:${path}`, id)
  const prompts = await world.call('owner', 'GET', `/prompts/${siteId}?limit=100`)
  // @NOTE as above.
  for (const { id, path } of prompts as unknown as typeof pages)
    world.names.addId(`prm:${path}`, id)
  const idOf = (path: string): string => pages.find((page) => page.path === path)?.id ?? ''
  await world.call('owner', 'PUT', `/prompts/${idOf('/faq')}`, {
    templates: [{ kind: 'ask', label: 'Ask', template: 'What does {{url}} say of tea?' }],
    questions: ['How long does it steep?'],
  })
  await world.call('owner', 'PUT', `/prompts/${idOf('/shop')}`, { state: 'disabled', locked: true })
}
