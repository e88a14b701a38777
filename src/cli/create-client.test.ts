import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authenticateClient } from '../features/oauth/clients/authenticate-client.ts'
import { findClient } from '../features/oauth/clients/find-client.ts'
import { DataFolder } from '../testing/data-folder.ts'
import { runCli, type CliRun } from '../testing/run-cli.ts'
import { TestApp } from '../testing/start-test-app.ts'

let data: DataFolder
let app: TestApp

beforeAll(async () => {
  data = DataFolder.migrated()
  app = await TestApp.start({ directory: data.path })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  data[Symbol.dispose]()
})

const create = (...args: string[]): Promise<CliRun> =>
  runCli(data.path, ['oauth', 'client', 'create', ...args])

const URI = 'https://global.consent.azure-apim.net/redirect/a'

describe('citable oauth client create', () => {
  it('makes clients that a server beside it knows, and that stay though nobody uses them', async () => {
    const { context, maintenance } = app.app.services
    const open = await create('--name', 'My host', '--redirect-uri', URI)
    expect(open.out).toMatch(
      /^Client id: cli_\w{26}\nIt has no secret: leave that field empty\.\n$/,
    )
    const id = /cli_\w+/.exec(open.out)?.[0] ?? ''
    const uris = ['--redirect-uri', URI, '--redirect-uri', 'http://127.0.0.1/cb']
    const closed = await create('--name', 'Studio', ...uris, '--method', 'client_secret_post')
    const [, otherId = '', secret = ''] =
      /^Client id: (\w+)\nClient secret \(shown this once\): ([\w-]{43})\n$/.exec(closed.out) ?? []
    app.clock.advance({ days: 400 })
    maintenance.hourly()
    await maintenance.onIdle()
    expect(await findClient(context, id)).toMatchObject({
      kind: 'fixed',
      name: 'My host',
      redirectUris: [URI],
      methods: ['none'],
    })
    const sent = { authorization: undefined, client_id: otherId, client_secret: secret }
    expect(await authenticateClient(context, sent)).toMatchObject({
      id: otherId,
      redirectUris: [URI, 'http://127.0.0.1/cb'],
    })
  })

  it('says what is wrong, and makes none', async () => {
    const wrong = async (...args: string[]) => {
      const { code, out, err } = await create(...args)
      expect([code, out]).toEqual([1, ''])
      return err
    }
    expect(await wrong('--name', 'a')).toContain('--redirect-uri needs an address')
    expect(await wrong('--redirect-uri', URI)).toContain('--name needs the name')
    expect(await wrong('--name', 'a', '--redirect-uri', 'http://a.example/')).toContain(
      'plain http is for localhost, 127.0.0.1 and [::1] alone',
    )
    const byKeys = ['--name', 'a', '--redirect-uri', URI, '--method', 'private_key_jwt']
    expect(await wrong(...byKeys)).toContain('--method must be one of none, client_secret_basic')
  })
})
