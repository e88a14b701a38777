import { iso } from '../lib/time/clock.ts'
import { makeSetupLink } from '../server/setup-link.ts'
import { CliError } from './cli-error.ts'
import { PROGRAM, type RunCommand } from './command.ts'
import { serverUrl } from './server-url.ts'
import { withServices } from './with-services.ts'

/** Prints a link that makes the first owner, for a server that has no account yet. */
export const setupCommand: RunCommand = () =>
  withServices(
    async (services) => {
      const { accounts, file } = services.database
      if (await accounts.hasUsers()) {
        throw new CliError(
          `There is an owner already in ${file}; ${PROGRAM} owner reset-password --link --email ADDRESS prints a link for a new password, and ${PROGRAM} owner create --org NAME --email ADDRESS makes another organization`,
        )
      }
      const { url, expiresAt, text } = await makeSetupLink(services)
      return { data: { url, expiresAt: iso(expiresAt) }, text }
    },
    { mayCreate: true, url: serverUrl },
  )
