import type { Command } from '../command.ts'

export const WEBHOOK_COMMANDS: readonly Command[] = [
  {
    words: ['listen'],
    summary:
      'Deliver the events of a server to a receiver on this machine as they happen, signed as webhooks are',
    options: {
      'forward-to': { value: 'URL', meaning: 'the receiver, such as http://localhost:3000/hooks' },
      print: { meaning: 'prints the body of each event, also without a receiver' },
      events: { value: 'NAMES', meaning: 'names of events; all of them by default' },
      url: {
        value: 'URL',
        meaning:
          'the server, such as https://citable.example.com; by default the one of this machine',
      },
      org: {
        value: 'ID',
        meaning: 'the id of the organization to sign in to, for members of several',
      },
    },
    load: async () => (await import('../listen.ts')).listenCommand,
  },
]
