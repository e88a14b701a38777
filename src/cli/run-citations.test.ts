import { afterEach, beforeEach, expect, it } from 'vitest'
import { DataFolder } from '../testing/data-folder.ts'
import { runCli } from '../testing/run-cli.ts'
import { TestApp } from '../testing/start-test-app.ts'

const FAKE = { CITATIONS_FAKE: '1' }

let data: DataFolder

beforeEach(async () => {
  data = DataFolder.migrated()
  await using app = await TestApp.start({ directory: data.path })
  const token = await app.session(await app.org('self_hosted'))
  const site = await app.site(token)
  for (const text of ['Which knot holds?', 'How high is the tide?', 'When is it low?']) {
    await app.api('POST', `/citations/${site}/queries`, { token, body: { text } })
  }
  const citations = { schedule: 'daily', engines: ['ChatGPT'], maxCostMicros: 250_000 }
  await app.api('PUT', `/sites/${site}`, { token, body: { citations } })
})

afterEach(() => data[Symbol.dispose]())

const run = (args: string[], environment: Record<string, string> = FAKE) =>
  runCli(data.path, ['citations', 'run', 'example.com', ...args], '', environment)

it('citable citations run shows the progress, and a line for each engine', async () => {
  const { code, out, err } = await run(['--engine', 'fake', '--replicas', '2'])
  expect(code).toBe(0)
  expect(err).toMatch(/^\d of 6: /m)
  expect(err).toMatch(/^6 of 6: \d answers?, \d cite the site, 0 failed$/m)
  expect(out).toMatch(/^Run run_\w+ of example\.com succeeded: 6 of 6 checks made\.$/m)
  expect(out).toMatch(/^engine +model +checks +answers +cited +mentioned +failed +skipped +US\$$/m)
  expect(out).toMatch(/^Invented answers +fake-1 +6 +\d /m)
  expect(out).toContain('its numbers say nothing')
  expect(out).toMatch(/^Credits: 0$/m)
})

it.each([
  [['--engine', 'Abacus'], /Is no engine that can be asked/],
  [['--engine', 'fake'], /CITATIONS_FAKE=1/, {}],
  [['--replicas', '6'], /--replicas must be a number from 1 to 5/],
  [['--max-cost', 'much'], /--max-cost must be US dollars/],
] as const)('says what is wrong with %s', async (args, message, environment: object = FAKE) => {
  const { code, err } = await run([...args], { ...environment })
  expect(code).not.toBe(0)
  expect(err).toMatch(message)
  expect(err).not.toContain('    at ')
})

it('citable doctor tells what a month of a schedule costs', async () => {
  const { out } = await runCli(data.path, ['doctor'])
  expect(out).toContain(
    'citations: example.com is asked about daily: up to 93 checks a month, whose cost is not known: no run of it has been answered yet, and US$ 7.75 at most by known prices.',
  )
})
