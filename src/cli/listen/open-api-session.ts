import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import * as z from 'zod'
import type { Config } from '../../server/config.ts'
import { CliError } from '../cli-error.ts'
import { refusedBy, unreachable } from './api-error.ts'

const SIGN_IN_TIMEOUT_MS = 30_000
const SIGN_OUT_TIMEOUT_MS = 2_000

const SignedIn = z.object({ data: z.object({ token: z.string() }) })

/** A session of a server, which ends with the command if the command began it. */
export interface ApiSession {
  token: string
  signOut(): Promise<void>
}

interface Person {
  person: Config['person']
  /** The id of the organization to sign in to, for members of several. */
  orgId: string | undefined
  stop: AbortSignal
}

/**
 * Signs in with the credentials of the settings, or asks for them on a terminal. Throws CliError where the sign-in is
 * refused.
 */
export async function openApiSession(
  api: URL,
  { person, orgId, stop }: Person,
): Promise<ApiSession> {
  if (person.session !== undefined) {
    if (!/^[\x21-\x7e]+$/.test(person.session)) throw new CliError('CITABLE_SESSION holds no token')
    return { token: person.session, signOut: async () => undefined }
  }
  const email = person.email ?? (await ask(process.stderr, 'Email: ', stop))
  const password = person.password ?? (await askPassword(stop))
  const address = new URL('auth/sign-in', api)
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, ...(orgId !== undefined && { orgId }) }),
    redirect: 'manual',
    signal: AbortSignal.any([stop, AbortSignal.timeout(SIGN_IN_TIMEOUT_MS)]),
  }).catch((error: unknown) => {
    throw unreachable(api, error)
  })
  if (!response.ok) throw await refusedBy(api, response)
  const { token } = SignedIn.parse(await response.json()).data
  return { token, signOut: () => signOut(api, token) }
}

/** Ends a session of a server. Where the server cannot be reached, the session ends by itself later. */
async function signOut(api: URL, token: string): Promise<void> {
  const asked = fetch(new URL('auth/session', api), {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS),
  })
  await Promise.allSettled([asked])
}

/** Asks for the password at the terminal, and shows nothing of what is typed. */
async function askPassword(stop: AbortSignal): Promise<string> {
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() })
  const answer = await ask(nothing, 'Password: ', stop)
  process.stderr.write('\n')
  return answer
}

/** Asks the person at the terminal. Throws CliError where the input is no terminal. */
async function ask(
  output: NodeJS.WritableStream,
  question: string,
  stop: AbortSignal,
): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new CliError('Set CITABLE_SESSION, or CITABLE_EMAIL and CITABLE_PASSWORD')
  }
  // The terminal shows nothing by itself from here on, so the question comes afterwards.
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  // It sends no signal for Ctrl-C either: the interface hears the key.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    const answered = lines.question(output === process.stderr ? question : '', { signal: stop })
    if (output !== process.stderr) process.stderr.write(question)
    return await answered
  } finally {
    lines.close()
  }
}
