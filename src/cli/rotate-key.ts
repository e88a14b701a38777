import * as z from 'zod'
import { rotateKey } from '../features/keys/rotate-key.ts'
import { getKey } from '../features/keys/get-key.ts'
import { CliError } from './cli-error.ts'
import type { CommandInput, CommandResult } from './command.ts'
import { operatorOf } from './operator.ts'
import { formatTime } from './text-table.ts'
import { withServices } from './with-services.ts'

const Rotated = z.object({ id: z.string(), key: z.string(), scopes: z.array(z.string()) })
const Old = z.object({ expiresAt: z.string() })

/** Replaces a key as the API does. */
export function rotateKeyCommand({
  options,
  positionals: [id = ''],
}: CommandInput): Promise<CommandResult> {
  const overlapHours = readHours(options['overlap-hours'])
  return withServices(async (services) => {
    const operator = await operatorOf(services, options['org'])
    const input = { id, ...(overlapHours !== undefined && { overlapHours }) }
    const made = Rotated.parse(await operator.call(rotateKey, input))
    const { expiresAt } = Old.parse(await operator.call(getKey, { id }))
    return {
      data: { ...made, rotatedFrom: id, oldKeyExpiresAt: expiresAt },
      text: `${made.key}\nShown this once. It has the rights of ${id}, which stops working at ${formatTime(expiresAt)} UTC.`,
    }
  })
}

function readHours(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,3}$/.test(text)) throw new CliError('--overlap-hours is a number from 0 to 168')
  return Number(text)
}
