import { describe, expect, it } from 'vitest'
import { TARGET_REGISTRY } from '../../protocol/targets/registry.ts'
import { BOTS } from '../robots/bots.ts'
import { AI_SOURCES, engineId } from './ai-sources.ts'

describe('the registry of targets', () => {
  it.each(TARGET_REGISTRY.targets)('has the hosts and sources of visits from $id', (target) => {
    const source = AI_SOURCES.find(({ engine }) => engine === engineId(target.id))
    expect({ hosts: target.referrers, utmSources: target.utmSources }).toEqual({
      hosts: source?.hosts ?? [],
      utmSources: source?.utmSources ?? [],
    })
  })

  it.each(TARGET_REGISTRY.targets)(
    'names known bots of $id by their purpose',
    ({ agents = {} }) => {
      const purposes = { user: ['user_fetch', 'training'], search: ['search'], train: ['training'] }
      for (const role of ['user', 'search', 'train'] as const) {
        const known = BOTS.filter(({ purpose }) => purposes[role].includes(purpose))
        expect(known.map(({ token }) => token)).toEqual(
          expect.arrayContaining([...(agents[role] ?? [])]),
        )
      }
    },
  )
})
