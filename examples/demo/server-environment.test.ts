import { expect, it } from 'vitest'
import { serverEnvironment } from './server-environment.ts'

it('opens one private address to scans and asks no language model, whatever the caller has set', () => {
  const own = { ALLOW_PRIVATE_NETWORKS: '1', LLM_URL: 'https://models.example/v1', PATH: '/bin' }
  expect(serverEnvironment(own, 'data/demo')).toEqual({
    PATH: '/bin',
    ENV_FILE: 'none',
    DATABASE_URL: 'sqlite:data/demo/citable.db',
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    PUBLIC_URL: '',
    ALLOW_PRIVATE_NETWORKS: '127.0.0.1',
    CITATIONS_FAKE: 'demo',
  })
})
