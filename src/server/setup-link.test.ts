import { afterAll, beforeAll, expect, it } from 'vitest'
import { DataFolder } from '../testing/data-folder.ts'
import { runCli } from '../testing/run-cli.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { offerSetup } from './setup-link.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app[Symbol.asyncDispose]())

const TOKEN = /ctbo_\w{49}/

/**
 * Returns the text that a start writes to an output with this `isTTY`, whose output is kept as a log where `isKept`.
 */
async function offered(isTTY: boolean | undefined, isKept = false): Promise<string> {
  let written = ''
  const write = (text: string) => (written += text)
  const terminal = { ...(isTTY !== undefined && { isTTY }), write }
  await offerSetup(app.app.services, terminal, isKept)
  return written
}

it('first run: a terminal shows a link, and the log never does', async () => {
  expect(await offered(undefined)).toBe('')
  expect(await offered(false)).toBe('')
  expect(await offered(true, true)).toBe('')
  expect(app.logs.filter((line) => line.includes('npx citable setup'))).toHaveLength(3)
  const text = await offered(true)
  const [token = ''] = TOKEN.exec(text) ?? []
  expect(text).toContain(`  ${app.url}/app/setup#${token}\n`)
  expect(text).toContain(`curl -s ${app.url}/api/v1/auth/setup -H 'Content-Type: application/json'`)
  expect(app.logs.join('')).not.toMatch(TOKEN)
  const body = JSON.parse(/-d '(.*)'/.exec(text)?.[1] ?? '') as Record<string, string>
  const { status } = await app.api('POST', '/auth/setup', {
    body: { ...body, password: 'a long enough passphrase' },
  })
  expect(status).toBe(201)
  expect(await offered(true)).toBe('')
})

it('first run: a server whose output is no terminal writes no link anywhere', async () => {
  using data = new DataFolder()
  await using server = await data.serve()
  await server.log('no owner yet; npx citable setup prints a link that makes one')
  await server.stop()
  const { out } = await runCli(data.path, ['setup', '--json'])
  expect(JSON.parse(out)).toMatchObject({ url: expect.stringMatching(TOKEN) })
})
