import { readFileSync, existsSync } from 'node:fs'
import { MINUTE_MS, systemClock } from '../../lib/time/clock.ts'
import type { Config } from '../../server/config.ts'
import { instanceOf, keyFileOf } from '../../server/secret-key.ts'
import { checkAssistants } from './check-assistants.ts'
import { verdictsOf, type Finding } from './finding.ts'

const TIMEOUT_MS = 5_000
/** The most characters that are read of an answer: far more than the answer of a server of ours has. */
const MAX_CHARS = 100_000

const { ok, warning, problem } = verdictsOf('public URL')

/**
 * Calls this server at its public address as clients do, and compares the clock with that of the server that answers.
 */
export async function checkPublicUrl(config: Config): Promise<Finding[]> {
  const { publicUrl } = config
  if (publicUrl === undefined) return []
  const shown = withoutUser(publicUrl)
  try {
    const answer = await fetch(`${shown}/readyz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = (await answer.text()).slice(0, MAX_CHARS)
    const instance = instanceFinding(shown, answer, text, config)
    // There is nothing more to say about another server.
    const assistants = instance.status === 'ok' ? await checkAssistants(shown) : []
    return [instance, ...assistants, ...clockFindings(answer)]
  } catch (error) {
    return [
      problem(
        `${shown} does not answer: ${reasonOf(error)}.`,
        'Start the server and its proxy, and look at the name, the port and the certificate.',
      ),
    ]
  }
}

function withoutUser(text: string): string {
  const url = new URL(text)
  return `${url.origin}${url.pathname}`.replace(/\/$/, '')
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it failed'
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : error.name
}

function instanceFinding(
  shown: string,
  { status }: Response,
  text: string,
  config: Config,
): Finding {
  if (status >= 300 && status < 400) {
    return problem(
      `${shown} leads elsewhere (${status}).`,
      'Set PUBLIC_URL to the address that answers by itself: clients do not send a key on.',
    )
  }
  const told = /"instance":"([0-9a-f]{16})"/.exec(text)?.[1]
  if (told === undefined) {
    return problem(
      `${shown} answers ${status}, and not as a server of Citable that is ready.`,
      'Look where the proxy sends its requests, and at the log of the server.',
    )
  }
  const own = ownInstance(config)
  if (own === told) return ok(`${shown} leads to the server of this data.`)
  return own === undefined
    ? warning(
        `${shown} answers, and there is no key here to know it by.`,
        'Run this beside the data.',
      )
    : problem(
        `${shown} leads to a server with another key.`,
        'Look where the proxy sends its requests, and at SECRET_KEY and DATABASE_URL here and there.',
      )
}

function ownInstance({ secretKey, databaseFile }: Config): string | undefined {
  if (secretKey !== undefined) return instanceOf(Buffer.from(secretKey))
  const file = keyFileOf(databaseFile)
  return existsSync(file) ? instanceOf(Buffer.from(readFileSync(file, 'utf8').trim())) : undefined
}

function clockFindings({ headers }: Response): Finding[] {
  const theirs = Date.parse(headers.get('date') ?? '')
  const apartMs = Math.abs(theirs - systemClock())
  if (!(apartMs > MINUTE_MS)) return []
  const { warning: warnClock } = verdictsOf('clock')
  return [
    warnClock(
      `The clock here and that of PUBLIC_URL are ${Math.round(apartMs / MINUTE_MS)} minutes apart.`,
      'Keep both right with NTP.',
    ),
  ]
}
