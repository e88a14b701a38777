import { readCredits } from '../kernel/plan/credits.ts'
import { chooseOrganization } from './choose-organization.ts'
import type { RunCommand } from './command.ts'
import { formatTime } from './text-table.ts'
import { withServices } from './with-services.ts'

/** Shows what an organization has of credits. */
export const showCreditsCommand: RunCommand = ({ options }) =>
  withServices(async ({ context, database }) => {
    const { id, name } = await chooseOrganization(database, options['org'])
    const credits = await readCredits(context, context.tenant(id))
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
