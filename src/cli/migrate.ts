import type { RunCommand } from './command.ts'
import { withServices } from './with-services.ts'

/** Brings the schema up to date, as every start does. */
export const migrateCommand: RunCommand = () =>
  withServices(
    async ({ database: { migrated } }) => ({
      data: { migrated },
      text: migrated.length === 0 ? 'The schema is up to date.' : `Applied ${migrated.join(', ')}.`,
    }),
    { mayCreate: true, mayMigrate: true },
  )
