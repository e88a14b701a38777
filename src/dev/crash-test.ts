/**
 * Kills a server again and again at random moments while it takes events and delivers them, and prints what was lost and
 * what came twice. `--kills N`, 200 by default.
 */
import { parseArgs } from 'node:util'
import { join } from 'node:path'
import { MOST_RUNNING } from '../features/webhooks/delivery/receivers.ts'

const DEFAULT_KILLS = '200'

const { values } = parseArgs({ options: { kills: { type: 'string', default: DEFAULT_KILLS } } })
const kills = Number(values.kills)
if (!Number.isSafeInteger(kills) || kills < 1) throw new Error('--kills is a number above 0')

// The loop starts servers as tests do. This variable names the folder of their files, and must be set before the loop
// is loaded.
process.env['TESTED_BUNDLE'] = join(import.meta.dirname, '../../dist')
const { crashWebhooks } = await import('../testing/crashing-webhooks.ts')
const totals = await crashWebhooks(kills, Math.random)

const rows = [
  ['kills with SIGKILL', totals.kills],
  ['events that the server said it had stored', totals.acknowledged],
  ['of them never delivered', totals.lost.length],
  ['delivered more than once', totals.duplicates],
  ['the most that may be, slots × kills', MOST_RUNNING * kills],
  ['integrity of the database after each kill', totals.integrity.join(', ')],
  ['seconds', Math.round(totals.seconds)],
]
process.stdout.write(
  ['| what | how many |', '| --- | --- |', ...rows.map(([what, count]) => `| ${what} | ${count} |`)]
    .join('\n')
    .concat('\n'),
)

const isWhole = totals.lost.length === 0 && totals.integrity.join('') === 'ok'
process.exitCode = isWhole && totals.duplicates <= MOST_RUNNING * kills ? 0 : 1
