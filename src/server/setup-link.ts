import { existsSync, readFileSync } from 'node:fs'
import { makeOneTimeLink } from '../kernel/credentials/one-time-link.ts'
import { addressOf } from '../kernel/door/surface.ts'
import type { Services } from './services.ts'

interface Terminal {
  isTTY?: boolean
  write(text: string): unknown
}

/**
 * Tells whether the output of the terminal is also kept as a log. Container runtimes keep the output of the terminal
 * of the first process in a container, but not of a terminal that a person opens there to work in.
 */
export function isTerminalKept(): boolean {
  const first = terminalOf('1')
  return process.pid === 1 || (first !== undefined && first === terminalOf('self'))
}

/** Finds the number of a process's terminal; undefined where it has none, or the system has no such files. */
function terminalOf(process: string): string | undefined {
  const file = `/proc/${process}/stat`
  if (!existsSync(file)) return undefined
  // A name in parentheses, which may hold any character, is followed by state, parent, group, session and terminal.
  const [, , , , terminal] = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return terminal === '0' ? undefined : terminal
}

/**
 * Writes a setup link to the terminal where no account exists. The link never goes through the log, since a reader of
 * the log need not be the person who runs the server. Without a terminal, and where its output is kept, the log says
 * which command prints a link.
 */
export async function offerSetup(
  services: Pick<Services, 'context' | 'database' | 'log'>,
  terminal: Terminal,
  isKept: boolean,
): Promise<void> {
  if (await services.database.accounts.hasUsers()) return
  if (terminal.isTTY === true && !isKept) {
    terminal.write(`\n${(await makeSetupLink(services)).text}\n\n`)
    return
  }
  services.log.info('no owner yet; npx citable setup prints a link that makes one')
}

/** Makes a setup link, and the text that explains it. */
export async function makeSetupLink({ context, database }: Pick<Services, 'context' | 'database'>) {
  const { publicUrl } = context
  const link = { purpose: 'setup', subject: 'owner', now: context.now() } as const
  const { row, token, url } = makeOneTimeLink(publicUrl, link)
  await database.people.addLink(row, [])
  const body = { email: 'you@example.com', password: 'PASSWORD', organization: 'NAME' }
  const text = [
    'Nobody has an account on this server. This link makes its owner; it works once, for an hour:',
    `  ${url}`,
    ...postLines(publicUrl, '/auth/setup', { token, ...body }),
  ].join('\n')
  return { url, expiresAt: row.expires_at, text }
}

/** Writes the command that sends the token of a link to its route, with a placeholder for the password. */
export const postLines = (
  publicUrl: string,
  path: `/${string}`,
  body: Readonly<Record<string, string>>,
): string[] => [
  `What stands behind # is its token, for POST ${addressOf({ surface: 'api', path })} (PASSWORD: 12 characters or more):`,
  `  curl -s ${publicUrl}${addressOf({ surface: 'api', path })} -H 'Content-Type: application/json' \\`,
  `    -d '${JSON.stringify(body)}'`,
]
