import { REGISTERED_METHODS } from '../../domain/oauth/registration.ts'
import type { Command } from '../command.ts'

/** Commands for the clients of OAuth: programs that ask people for access. */
export const OAUTH_COMMANDS: readonly Command[] = [
  {
    words: ['oauth', 'client', 'create'],
    summary: 'Make a client of OAuth, for hosts that want an id pasted',
    options: {
      name: { value: 'NAME', meaning: 'the name that people are shown', isRequired: true },
      'redirect-uri': {
        value: 'URL',
        meaning: 'where people are led back to, to the letter; needed, and may be given ten times',
        isRepeated: true,
      },
      method: {
        value: 'METHOD',
        meaning: `how it authenticates, one of ${REGISTERED_METHODS.join(', ')}; none by default`,
      },
    },
    load: async () => (await import('../create-client.ts')).createClientCommand,
  },
]
