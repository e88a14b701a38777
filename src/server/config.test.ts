import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { bundled } from '../testing/bundled.ts'
import { DataFolder } from '../testing/data-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The folder that the bundle has in an installation: the server of tests lies one folder below, as `dist/` does. */
const BUNDLE = join(dirname(bundled('main')), '..')

describe('the environment', () => {
  it('is refused with each bad variable named, and not what it holds', () => {
    const bad = {
      PORT: '70000',
      PUBLIC_URL: 'secret',
      DATABASE_URL: 'postgres://me:secret@db.example/citable',
      SECRET_KEY: 'secret',
      LOG_LEVEL: 'secret',
      TRUST_PROXY: '10.0.0.0/40',
      COUNTRY_HEADER: 'a secret',
      ALLOWED_ORIGINS: 'https://chat.example, secret:3000',
      QUERY_TIMEOUT_MS: '9',
      ALLOW_PRIVATE_NETWORKS: 'yes',
      LLM_URL: 'https://me:secret@models.example',
      LLM_API_KEY: 'a secret',
      OPENAI_API_KEY: 'a secret',
      GEMINI_BASE_URL: 'https://me:secret@engines.example',
      CITATIONS_COMPATIBLE_TOOL: 'secret',
      CITATIONS_FAKE: 'secret',
      SMTP_URL: 'https://me:secret@mail.example',
      MAIL_FROM: 'secret',
      STRIPE_WEBHOOK_SECRET: 'a secret',
      STRIPE_PRICES: 'secret',
      STRIPE_PAYMENT_LINK: 'http://secret.example/',
      DEFAULT_PLAN: 'secret',
    }
    const said = () => readConfig(bad)
    for (const name of Object.keys(bad)) expect(said).toThrow(new RegExp(`[:;] ${name}:? `))
    expect(said).toThrow(/^Bad environment: (?!.*secret)/)
    expect(said).toThrow('; TRUST_PROXY: "10.0.0.0/40" is no address or CIDR range; ')
  })

  it.each(['*', 'chat.example', 'localhost:3000', 'https://', 'https://*.example'])(
    'takes no origin for %s',
    (ALLOWED_ORIGINS) => {
      expect(() => readConfig({ ALLOWED_ORIGINS })).toThrow('ALLOWED_ORIGINS must be origins')
    },
  )

  it('takes the address of no web server for PUBLIC_URL', () => {
    expect(() => readConfig({ PUBLIC_URL: 'ftp://citable.example' })).toThrow('PUBLIC_URL must be')
  })

  it('takes no mail server without a sender, and no setting in its address', () => {
    const SMTP_URL = 'smtp://me:s%40cret@mail.example'
    expect(() => readConfig({ SMTP_URL })).toThrow('MAIL_FROM is needed with SMTP_URL')
    const MAIL_FROM = 'Citable <citable@example.com>'
    expect(() => readConfig({ SMTP_URL: `${SMTP_URL}?pool=true`, MAIL_FROM })).toThrow('SMTP_URL')
    expect(readConfig({ SMTP_URL, MAIL_FROM }).mail).toEqual({
      server: {
        host: 'mail.example',
        port: 587,
        secure: false,
        requireTLS: true,
        auth: { user: 'me', pass: 's@cret' },
      },
      from: { name: 'Citable', address: 'citable@example.com' },
    })
  })

  it('takes no payments without a plan for each price', () => {
    const STRIPE_WEBHOOK_SECRET = 'whsec_q0YzR7mJw3bQk9sXn2Vt, whsec_older7mJw3bQk9sXn2V'
    expect(() => readConfig({ STRIPE_WEBHOOK_SECRET })).toThrow(
      'STRIPE_PRICES is needed with STRIPE_WEBHOOK_SECRET',
    )
    for (const STRIPE_PRICES of [
      'price_x',
      'price_x=gold',
      'price x=pro',
      'a=pro,a=free',
      '=pro',
    ]) {
      expect(() => readConfig({ STRIPE_PRICES })).toThrow('STRIPE_PRICES ')
    }
    const STRIPE_PRICES = 'price_x=pro, price_y = business,'
    expect(readConfig({ STRIPE_WEBHOOK_SECRET, STRIPE_PRICES }).stripe).toEqual({
      webhookSecrets: ['whsec_q0YzR7mJw3bQk9sXn2Vt', 'whsec_older7mJw3bQk9sXn2V'],
      planByPrice: new Map([
        ['price_x', 'pro'],
        ['price_y', 'business'],
      ]),
    })
    expect(readConfig({ STRIPE_PRICES }).stripe).toBeUndefined()
  })

  it('takes nothing for what is empty', () => {
    const config = readConfig({ PORT: '', TRUST_PROXY: '', PUBLIC_URL: '' })
    expect(config).toEqual(readConfig({}))
  })
})

describe('DATABASE_URL', () => {
  it.each([
    ['sqlite:./data/a.db', join(ROOT, 'data/a.db')],
    ['sqlite:a.db', join(ROOT, 'a.db')],
    ['sqlite:/srv/a.db', '/srv/a.db'],
    ['sqlite:///srv/a.db', '/srv/a.db'],
  ])('names one file by %s, wherever the process was started', (DATABASE_URL, file) => {
    expect(readConfig({ DATABASE_URL }).databaseFile).toBe(file)
  })

  it('is logged by the server at its start', async () => {
    using data = new DataFolder()
    const DATABASE_URL = `sqlite:${relative(BUNDLE, data.file)}`
    await using server = await data.serve({ environment: { DATABASE_URL } })
    expect((await server.log('listening')).database).toBe(data.file)
  })
})
