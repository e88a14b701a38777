import type { Attack } from '../attack.ts'

const HOSTILE: readonly (readonly [label: string, glob: string])[] = [
  ['a thousand stars', `${'*'.repeat(1_023)}z`],
  ['stars between letters', `*a*a*a*a*${'a'.repeat(1_000)}z`],
  ['single characters', `*${'?'.repeat(1_000)}z*`],
]

const filtersOf = (glob: string) => [{ dimension: 'path', op: 'glob', values: [glob] }]

/** Sends filters by globs that a backtracking matcher would never finish, over both surfaces. */
export async function hostileGlobs(attack: Attack): Promise<void> {
  const target = await attack.target({ scopes: 'analytics:read' })
  const path = `/${'a'.repeat(1_000)}`
  await target.collect([{ kind: 'impression', url: `https://attacked.example${path}` }])
  const ask = (glob: string) => {
    const filters = filtersOf(glob)
    const query = new URLSearchParams({ filters: JSON.stringify(filters) })
    return [
      target.get(`/api/v1/analytics/${target.siteId}/ai?${query.toString()}`),
      target.call('data', 'get_overview', { site: target.siteId, filters }),
    ]
  }
  // Warm the code up: until it is compiled it is several times as slow.
  for (let i = 0; i < attack.size(20, 1); i++) await Promise.all(ask('/a*'))
  for (const [label, glob] of HOSTILE) {
    const answers = await attack.during(`globs of ${label}`, target, () =>
      Promise.all(Array.from({ length: attack.size(20, 2) }, () => ask(glob)).flat()),
    )
    attack.expect(
      `Whatever pattern a caller sends, comparing it takes a bounded number of steps: ${label}`,
      answers.every(({ status, text }) => status === 200 && !text.includes('"isError":true')),
      answers.map(({ status }) => status),
    )
  }
}
