import { iso } from '../lib/time/clock.ts'
import { PROGRAM, type CommandResult } from './command.ts'
import { formatTime, textTable } from './text-table.ts'
import { withServices } from './with-services.ts'

/** Lists every organization of the database. */
export function listOrganizationsCommand(): Promise<CommandResult> {
  return withServices(async ({ database: { accounts, file } }) => {
    const rows = await accounts.organizations()
    const organizations = rows.map(({ id, name, plan, created_at }) => ({
      id,
      name,
      plan,
      createdAt: iso(created_at),
    }))
    const text =
      organizations.length === 0
        ? `There is no organization in ${file}; make one with: ${PROGRAM} owner create --email you@example.com`
        : textTable(
            ['id', 'name', 'plan', 'created (UTC)'],
            organizations.map(({ id, name, plan, createdAt }) => [
              id,
              name,
              plan,
              formatTime(createdAt),
            ]),
          )
    return { data: { organizations }, text }
  })
}
