import { afterAll, beforeAll, expect, it } from 'vitest'
import { ScannedSite } from '../../testing/scanned-site.ts'

const SPANISH = `La oficina del puerto imprime una tabla de mareas para todo el año. En ella se ve cuándo sube el agua y si las
  cifras son exactas. Puede pedirla en la ventanilla o recibirla en su casa.`
const CZECH = `Přístavní úřad tiskne tabulku přílivu na celý rok. Ukazuje, kdy je voda vysoko a zda jsou čísla přesná. Můžete si o
  ni říct u přepážky nebo si ji nechat poslat domů.`
const HUNGARIAN = `A kikötői hivatal egész évre kinyomtatja az árapály táblázatát. Ebből kiderül, hogy mikor magas a víz, és
  mennyire pontosak a számok. Az ablaknál lehet kérni, vagy haza is küldik.`

/** Writes a page that claims to be in English, as a theme may do on every page. */
const page = (title: string, text: string, body = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head>
  <body><main><h1>${title}</h1><p>${text}</p></main>${body}</body></html>`

const SPANISH_PATHS = Array.from({ length: 12 }, (_, n) => `/mareas-${n}`)
const links = [...SPANISH_PATHS, '/hu', '/images']
  .map((path) => `<a href="${path}">${path}</a>`)
  .join('')

let site: ScannedSite

beforeAll(async () => {
  site = await ScannedSite.start({
    '/': page('Mareas', SPANISH, `<nav>${links}</nav>`),
    ...Object.fromEntries(
      SPANISH_PATHS.map((path) => [path, page(`Mareas ${path}`, `${SPANISH} ${path}`)]),
    ),
    '/hu': page('Árapály', HUNGARIAN),
    '/images': '<!doctype html><title>5 m</title><main><h1>5 m</h1><img src="/a.png"></main>',
  })
})
afterAll(() => site[Symbol.asyncDispose]())

it('a theme that says en does not turn the pages of a site English', async () => {
  const prompts = await site.prompts()
  for (const path of ['/', ...SPANISH_PATHS]) {
    expect(prompts.get(path)).toMatchObject({ language: 'es', pageLanguage: 'es' })
  }
})

it('a page in a language without texts has no prompts in another one', async () => {
  expect(await site.prompt('/hu')).toMatchObject({ pageLanguage: 'hu', templates: [] })
})

it('a page without words or language gets that of most pages', async () => {
  expect(await site.prompt('/images')).toMatchObject({ language: 'es', pageLanguage: 'es' })
})

it('the language that its owner gave a site comes before that of its pages', async () => {
  expect((await site.call('PUT', `/sites/${site.id}`, { language: 'fr' })).status).toBe(200)
  expect((await site.call('POST', `/prompts/${site.id}/regenerate`)).status).toBeLessThan(300)
  await site.app.app.services.jobs.onIdle()
  expect(await site.prompt('/hu')).toMatchObject({ pageLanguage: 'hu', templates: [] })
  expect(await site.prompt('/mareas-1')).toMatchObject({ language: 'es' })
})

it('the score names the language that the text is in', async () => {
  const { body } = await site.call('POST', '/tools/ai-score', {
    url: `${site.web.url}/mareas-1`,
    checks: ['C5'],
  })
  expect(body.data['checks']).toEqual([expect.objectContaining({ id: 'C5', status: 'fail' })])
  expect(JSON.stringify(body.data)).toContain('the text is written in Spanish')
})

it('a page that changes its language is in the new one after the next scan', async () => {
  site.web.pages.set('/mareas-1', page('Příliv', CZECH))
  await site.scan()
  expect(await site.prompt('/mareas-1')).toMatchObject({ pageLanguage: 'cs' })
})

it('a question counts in the language that it is asked in, whatever the browser says', async () => {
  const questions = [
    { question: '¿Cuándo sube el agua en el puerto?', language: 'en-US' },
    { question: '5 m?', language: 'de-AT' },
  ]
  const events = questions.map((asked) => ({ kind: 'question', url: '/mareas-2', ...asked }))
  expect(await site.app.collect(site.id, events)).toMatchObject({ status: 202 })
  const { body } = await site.call(
    'GET',
    `/analytics/${site.id}/ai?metrics=questions&dimensions=language&range=28d`,
  )
  expect(JSON.stringify(body.data)).toContain('"es"')
  expect(JSON.stringify(body.data)).toContain('"de"')
  expect(JSON.stringify(body.data)).not.toContain('"en"')
})
