import { iso } from '../lib/time/clock.ts'
import { PROGRAM, type RunCommand } from './command.ts'
import { formatTime, listTable } from './text-table.ts'
import { withServices } from './with-services.ts'

/** Lists every organization of the database. */
export const listOrganizationsCommand: RunCommand = () =>
  withServices(async ({ database: { accounts, file } }) => {
    const rows = await accounts.organizations()
    const organizations = rows.map(({ id, name, plan, created_at }) => ({
      id,
      name,
      plan,
      createdAt: iso(created_at),
    }))
    const none = `There is no organization in ${file}; make one with: ${PROGRAM} owner create --email you@example.com`
    const text = listTable(organizations, none, {
      id: ({ id }) => id,
      name: ({ name }) => name,
      plan: ({ plan }) => plan,
      'created (UTC)': ({ createdAt }) => formatTime(createdAt),
    })
    return { data: { organizations }, text }
  })
