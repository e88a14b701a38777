import * as z from 'zod/v4'
import type { Attack } from '../attack.ts'
import { inBatches } from '../in-batches.ts'

const BATCH = 50
/** The number of large bodies of one address that may wait. */
const AT_A_TIME = 50
/** The number of paths of one address that become pages within an hour. */
const MOST_PAGES = 1_000

const Site = z.object({ data: z.object({ stats: z.object({ pages: z.number() }) }) })

/** One anonymous reader makes up paths, referrers, engines and prompts: the tables do not grow with them. */
export async function madeUpValues(attack: Attack): Promise<void> {
  const target = await attack.target()
  const requests = attack.size(400, 24)
  const send = (request: number) =>
    target.collect(
      Array.from({ length: BATCH }, (_, i) => {
        const made = request * BATCH + i
        return {
          kind: 'ai_click',
          url: `https://attacked.example/made-up-${made}?utm_campaign=made-up-${made}`,
          referrer: `https://made-up-${made}.example/`,
          target: `engine-${made}`,
          promptId: `prompt-${made}`,
        }
      }),
      '203.0.113.9',
    )
  const answers = await attack.during(`${requests} requests of values`, target, () =>
    inBatches(requests, AT_A_TIME, send),
  )
  const accepted = answers.filter(({ text }) => text.includes(`"accepted":${BATCH}`)).length
  attack.expect(
    'what is beyond is still counted',
    accepted === requests,
    `${accepted} of ${requests}`,
  )
  const site = await target.get(`/api/v1/sites/${target.siteId}`)
  const { pages } = Site.parse(JSON.parse(site.text)).data.stats
  attack.expect(
    'what one address may add to a site in an hour is bounded: paths',
    pages <= MOST_PAGES,
    `${pages} pages`,
  )
}
