import { clientNameOf } from '../domain/oauth/oauth-client.ts'
import {
  readRedirectUris,
  REGISTERED_METHODS,
  RegistrationFault,
  type RegisteredMethod,
} from '../domain/oauth/registration.ts'
import { issueClient } from '../features/oauth/clients/issue-client.ts'
import { CliError } from './cli-error.ts'
import type { RunCommand } from './command.ts'
import { withServices } from './with-services.ts'

/**
 * Makes a client of OAuth, whose id and secret are pasted where a host asks for them. The client stays until the data
 * is deleted.
 */
export const createClientCommand: RunCommand = ({ options, lists }) => {
  const name = readClientName(options['name'] ?? '')
  const redirectUris = readUris(lists['redirect-uri'] ?? [])
  const method = readClientMethod(options['method'] ?? 'none')
  return withServices(async ({ context }) => {
    const client = { kind: 'fixed', name, redirectUris, method, address: null } as const
    const { id, secret } = await issueClient(context, client)
    return {
      data: { id, ...(secret !== undefined && { secret }), name, redirectUris, method },
      text:
        secret === undefined
          ? `Client id: ${id}\nIt has no secret: leave that field empty.`
          : `Client id: ${id}\nClient secret (shown this once): ${secret}`,
    }
  })
}

function readClientName(text: string): string {
  const name = clientNameOf(text)
  if (name !== null && name === text.trim()) return name
  throw new CliError('--name needs a name of at most 200 characters in one line')
}

function readUris(texts: readonly string[]): readonly string[] {
  if (texts.length === 0) throw new CliError('--redirect-uri needs an address; it may be repeated')
  try {
    return readRedirectUris(texts)
  } catch (error) {
    if (!(error instanceof RegistrationFault)) throw error
    throw new CliError(`--redirect-uri: ${error.message}`, { cause: error })
  }
}

function readClientMethod(text: string): RegisteredMethod {
  const method = REGISTERED_METHODS.find((known) => known === text)
  if (method) return method
  throw new CliError(`--method must be one of ${REGISTERED_METHODS.join(', ')}`)
}
