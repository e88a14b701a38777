import { audit } from '../kernel/door/audit.ts'
import { addCredits, readCredits } from '../kernel/plan/credits.ts'
import { OPERATOR } from '../kernel/door/principal.ts'
import { CliError } from './cli-error.ts'
import type { CommandInput, CommandResult, RunCommand } from './command.ts'
import { withOperator } from './operator.ts'
import { formatTime } from './text-table.ts'

const MOST = 1_000_000_000
const MAX_NOTE_CHARS = 200
const MAX_REFERENCE_CHARS = 64

/** Shows the credits of an organization: the balance, what is reserved, and what was used in this month. */
export const showCreditsCommand: RunCommand = ({ options }) =>
  withOperator(options, async ({ organization: { id, name }, db }, { context }) => {
    const credits = await readCredits(context, db)
    const { balance, reserved, monthlyGrant, used, periodEnd, unlimited } = credits
    const until = formatTime(periodEnd)
    const lines = unlimited
      ? [`${name} (${id}) has no limit of credits.`, `Work would have cost ${used} until ${until}.`]
      : [
          `${name} (${id}) has ${balance} credits; work under way has reserved ${reserved} of them.`,
          `It has used ${used} in this month; ${monthlyGrant} are granted for the next one, ${until} (UTC).`,
        ]
    return { data: { orgId: id, ...credits }, text: lines.join('\n') }
  })

/** Adds credits to an organization, which stay until they are spent. */
export const grantCreditsCommand = (input: CommandInput): Promise<CommandResult> =>
  adjustCredits(input, 'grant')

/** Takes credits of an organization away, as far as no work has reserved them. */
export const takeCreditsCommand = (input: CommandInput): Promise<CommandResult> =>
  adjustCredits(input, 'take')

/**
 * Adds credits to the balance, or takes credits away, and writes an entry of the audit log. A reference that was used
 * before changes nothing.
 */
function adjustCredits(
  { options, positionals: [wanted = ''] }: CommandInput,
  way: 'grant' | 'take',
): Promise<CommandResult> {
  const credits = readAmount(wanted)
  const note = readText('note', options['note'], MAX_NOTE_CHARS)
  const reference = readText('reference', options['reference'], MAX_REFERENCE_CHARS)
  return withOperator(options, async ({ organization: { id, name }, db }, { context }) => {
    const changed = await db.transaction(async (trx) => {
      const { available } = await readCredits(context, trx)
      if (available === null) {
        throw new CliError(`${name} (${id}) has no limit of credits on its plan`)
      }
      const added = await addCredits(context, trx, {
        type: way === 'grant' ? 'grant' : 'adjustment',
        amount: way === 'grant' ? credits : -credits,
        ref: { type: 'manual', id: reference ?? context.newId('crd') },
        reason: 'manual',
        note,
        actor: OPERATOR,
      })
      if (!added) return undefined
      if (Math.abs(added.added) < credits) {
        throw new CliError(`${name} (${id}) has ${available} credits that can be taken`)
      }
      await audit(trx, {
        action: 'credits.adjust',
        target: { type: 'organization', id },
        actor: OPERATOR,
        detail: { amount: added.added, balance: added.account.balance, reference, note },
        requestId: null,
        at: context.now(),
      })
      return added
    })
    const { balance } = await readCredits(context, db)
    const data = { orgId: id, amount: changed?.added ?? 0, balance }
    if (!changed) {
      return { data, text: `${name} (${id}): the reference ${reference} is used; nothing changed.` }
    }
    const text = `${name} (${id}) has ${balance} credits, ${credits} ${way === 'grant' ? 'more' : 'less'}.`
    return { data, text }
  })
}

function readAmount(text: string): number {
  const amount = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (amount >= 1 && amount <= MOST) return amount
  throw new CliError(`AMOUNT must be a whole number from 1 to ${MOST}`)
}

function readText(option: string, text: string | undefined, most: number): string | null {
  if (text === undefined) return null
  if (text.length <= most && !/\p{Cc}/u.test(text) && text.trim() !== '') return text
  throw new CliError(`--${option} takes one line of at most ${most} characters`)
}
