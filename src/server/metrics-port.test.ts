import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawRequest } from '../testing/raw-request.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { readConfig } from './config.ts'
import { openMetricsPort } from './metrics-port.ts'
import { partsReader } from './read-parts.ts'
import { ServiceMetrics } from './service-metrics.ts'

const TOKEN = 'metrics-token-of-thirty-two-chars'

let app: TestApp
let url: string

beforeAll(async () => {
  app = await TestApp.start({ environment: { METRICS_PORT: '0', METRICS_TOKEN: TOKEN } })
  const line = app.logs.find((text) => text.includes('"msg":"metrics"')) ?? '{}'
  ;({ url } = JSON.parse(line) as { url: string })
})
afterAll(() => app[Symbol.asyncDispose]())

describe('a port for metrics', () => {
  it('needs no token on this machine, and serves nothing else', async () => {
    const answer = await fetch(`${url}/metrics`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('\nprocess_resident_memory_bytes ')
    for (const path of ['/', '/readyz', '/api/v1/sites', '/openapi.json']) {
      expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 404])
    }
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405)
  })

  it('takes metrics away from the port of the service', async () => {
    expect((await fetch(`${app.url}/metrics`)).status).toBe(404)
  })

  it('refuses a page that has its own name lead to this machine', async () => {
    const asked = (host: string) =>
      rawRequest(url, { method: 'GET', path: '/metrics', headers: { host } })
    expect(await asked('attacker.example:9464')).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_REQUEST' } },
    })
    expect(await asked('not a host')).toMatchObject({ status: 400 })
  })

  it('says which port is taken', async () => {
    const { services } = app.app
    const { port } = new URL(url)
    const config = readConfig({ METRICS_PORT: port })
    using metrics = new ServiceMetrics(services, partsReader(config, services))
    await expect(openMetricsPort(config, services, metrics)).rejects.toThrow(
      `METRICS_PORT ${port} of 127.0.0.1 is taken`,
    )
  })

  it('asks for the token where others can reach it', async () => {
    const { services } = app.app
    const config = readConfig({ METRICS_PORT: '0', METRICS_HOST: '0.0.0.0', METRICS_TOKEN: TOKEN })
    using metrics = new ServiceMetrics(services, partsReader(config, services))
    await using open = await openMetricsPort(config, services, metrics)
    expect((await fetch(`${open.url}/metrics`)).status).toBe(401)
    const headers = { authorization: `bearer ${TOKEN}` }
    expect((await fetch(`${open.url}/metrics`, { headers })).status).toBe(200)
  })

  it('does not start open to others without a token', () => {
    for (const METRICS_HOST of ['0.0.0.0', '::', '10.0.0.4', 'metrics.example']) {
      expect(() => readConfig({ METRICS_PORT: '9464', METRICS_HOST })).toThrow(
        'METRICS_TOKEN is needed with METRICS_PORT',
      )
    }
    for (const METRICS_HOST of ['127.0.0.1', '127.4.4.4', '::1', 'localhost']) {
      expect(readConfig({ METRICS_PORT: '9464', METRICS_HOST }).metrics.port).toBe(9464)
    }
    expect(() => readConfig({ METRICS_PORT: '70000' })).toThrow('METRICS_PORT must be a whole')
  })
})
