import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventBody } from '../../src/domain/webhooks/event-body.ts'
import { signDelivery } from '../../src/features/webhooks/delivery/sign-delivery.ts'
import { newSigningSecret } from '../../src/features/webhooks/delivery/signing-secret.ts'

const SECRET = newSigningSecret()
const ID = 'evt_01ky1sv00c6x8zq4n2v7b3m9kt'

const EVENT = {
  id: ID,
  event: 'scan.failed',
  payload: JSON.stringify({ message: 'Zürich „größer“ 東京 🫖', retryable: true }),
  at: Date.UTC(2026, 10, 20),
} as const

const BODY = Buffer.from(eventBody(EVENT, { hasId: true }))
/** The bodies of two events, for a subscription that leaves the id out. */
const BODIES_WITHOUT_ID = [0, 1].map((later) =>
  Buffer.from(eventBody({ ...EVENT, at: EVENT.at + later }, { hasId: false })),
)

interface Language {
  name: string
  /** The program and its arguments, except for the port. */
  command: readonly string[]
  /** Asks whether the program is there. */
  probe: readonly string[]
  /** The file, and what in it compares in constant time. */
  file: string
  compares: string
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'Node',
    command: [process.execPath, '--import', 'tsx', 'examples/webhooks/receive-webhooks.ts'],
    probe: [process.execPath, '--version'],
    file: 'verify-webhook.ts',
    compares: 'timingSafeEqual(',
  },
  {
    name: 'Python',
    command: ['python3', 'examples/webhooks/verify_webhook.py'],
    probe: ['python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 10))'],
    file: 'verify_webhook.py',
    compares: 'hmac.compare_digest(',
  },
  {
    name: 'Go',
    command: ['go', 'run', 'examples/webhooks/verify_webhook.go'],
    probe: ['go', 'version'],
    file: 'verify_webhook.go',
    compares: 'hmac.Equal(',
  },
]

/**
 * Says whether the program of a language is on this machine. Where it is not, a test looks at the text alone, and its
 * name says so.
 */
const isThere = ({ probe: [program = '', ...args] }: Language): boolean =>
  spawnSync(program, args).status === 0

const THERE = LANGUAGES.filter(isThere)
const MISSING = LANGUAGES.filter((language) => !THERE.includes(language))

/** A receiver of the examples in a process of its own. */
class Receiver implements Disposable {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>
  #url = ''
  #lastEvent = 0

  private constructor(child: ChildProcess, lines: AsyncIterator<string>) {
    this.#child = child
    this.#lines = lines
  }

  static async start({ command: [program = '', ...args] }: Language): Promise<Receiver> {
    const child = spawn(program, [...args, '0'], {
      env: { ...process.env, WEBHOOK_SECRET: SECRET },
      stdio: ['ignore', 'pipe', 'inherit'],
      // A group of its own: `go run` starts the program as a child, which would outlive it.
      detached: true,
    })
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const receiver = new Receiver(child, lines)
    const [, port] = /^Listening on .*"port":(\d+)/.exec(await receiver.#nextLine()) ?? []
    receiver.#url = `http://127.0.0.1:${port}/hook`
    return receiver
  }

  async #nextLine(): Promise<string> {
    const { value = '', done } = await this.#lines.next()
    if (done) throw new Error('The receiver ended')
    return value
  }

  /**
   * Lists the events that it handled since the last call. It reads up to the event of a last delivery, since a line may
   * be read after its answer.
   */
  async handled(): Promise<string[]> {
    const lines: string[] = []
    this.#lastEvent += 1
    const body = Buffer.from(JSON.stringify({ id: `last_${this.#lastEvent}`, event: 'last' }))
    await this.post(body, signedBy(SECRET, undefined, body))
    for (;;) {
      const line = await this.#nextLine()
      if (line === `last_${this.#lastEvent} last`) return lines
      lines.push(line)
    }
  }

  async post(body: Uint8Array<ArrayBuffer>, headers: Record<string, string>): Promise<number> {
    const answer = await fetch(this.#url, { method: 'POST', body, headers })
    return answer.status
  }

  [Symbol.dispose](): void {
    if (this.#child.pid !== undefined) process.kill(-this.#child.pid)
  }
}

const HEADER = 'x-service-signature'

/** The headers of a delivery as the service signs it. */
const signedBy = (secret: string, old?: string, body = BODY): Record<string, string> =>
  signDelivery({
    id: ID,
    atSeconds: 1_795_200_000,
    body: body.toString(),
    secrets: { current: secret, old },
  })

const signatureBy = (secret: string): string => signedBy(secret)[HEADER] ?? ''
const SIGNATURE = signatureBy(SECRET)

const flipped = (index: number) => BODY.map((byte, i) => (i === index ? byte ^ 1 : byte))

/** The deliveries that anybody may send without the secret. */
const FORGED: readonly [string, Uint8Array<ArrayBuffer>, Record<string, string>][] = [
  ['without the header', BODY, {}],
  ['with an empty header', BODY, { [HEADER]: '' }],
  ['with its first byte flipped', flipped(0), { [HEADER]: SIGNATURE }],
  ['with its last byte flipped', flipped(BODY.length - 1), { [HEADER]: SIGNATURE }],
  ['that was written anew', Buffer.from(BODY.toString('latin1')), { [HEADER]: SIGNATURE }],
  ['that is empty', Buffer.of(), { [HEADER]: SIGNATURE }],
  ['that is too long', Buffer.alloc(2_000_000, 32), { [HEADER]: SIGNATURE }],
  ['with a signature that is cut off', BODY, { [HEADER]: SIGNATURE.slice(0, -1) }],
  ['with a longer signature', BODY, { [HEADER]: `${SIGNATURE}00` }],
  ['with a signature that has more behind it', BODY, { [HEADER]: `${SIGNATURE}, x` }],
  ['with a signature in capitals', BODY, { [HEADER]: SIGNATURE.toUpperCase() }],
  ['with a signature of other characters', BODY, { [HEADER]: 'é'.repeat(64) }],
  ['with a signature by another secret', BODY, signedBy(newSigningSecret())],
  ['with a signature by the decoded secret', BODY, { [HEADER]: signatureBy(SECRET.slice(6)) }],
]

describe.each(THERE)('the receiver in $name', (language) => {
  let receiver: Receiver

  beforeAll(async () => {
    receiver = await Receiver.start(language)
  })

  afterAll(() => receiver[Symbol.dispose]())

  it.each(FORGED)('refuses a body %s', async (_, body, headers) => {
    expect(await receiver.post(body, headers)).toBe(401)
    expect(await receiver.handled()).toEqual([])
  })

  it('takes a test for one, by what is signed alone, with and without an id', async () => {
    const bodies = [true, false].map((hasId) =>
      Buffer.from(eventBody(EVENT, { hasId, isTest: true })),
    )
    for (const body of bodies) {
      expect(await receiver.post(body, signedBy(SECRET, undefined, body))).toBe(204)
    }
    expect(await receiver.handled()).toEqual(['test scan.failed', 'test scan.failed'])
  })

  it('does not start without a secret', () => {
    const [program = '', ...args] = language.command
    const env = { ...process.env, WEBHOOK_SECRET: '' }
    const { status, stderr } = spawnSync(program, [...args, '0'], { env, encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain('Set WEBHOOK_SECRET')
  })

  it('takes what was signed, and handles it once however often it comes', async () => {
    expect(await receiver.post(BODY, signedBy(SECRET))).toBe(204)
    // While the secret is rotated, deliveries go on with the old one.
    expect(await receiver.post(BODY, signedBy(newSigningSecret(), SECRET))).toBe(204)
    expect(await receiver.handled()).toEqual([`${ID} scan.failed`])
  })

  it('tells events apart whose bodies have no id', async () => {
    for (const body of [...BODIES_WITHOUT_ID, ...BODIES_WITHOUT_ID]) {
      expect(await receiver.post(body, signedBy(SECRET, undefined, body))).toBe(204)
    }
    const digests = BODIES_WITHOUT_ID.map((body) => signedBy(SECRET, undefined, body)[HEADER])
    expect(await receiver.handled()).toEqual(digests.map((text) => `${text} scan.failed`))
  })
})

const textOf = (file: string) => readFileSync(`examples/webhooks/${file}`, 'utf8')

it.each(LANGUAGES)('the text in $name compares in constant time', ({ file, compares }) => {
  expect(textOf(file)).toContain(compares)
})

it.each(MISSING)('$name is not on this machine, so its text is looked at alone', ({ file }) => {
  const text = textOf(file)
  expect(text).toContain('X-Service-Signature')
  expect(text).toContain('[]byte(secret)')
  // A file of Go does not compile with an import that it does not use.
  const [, imports = ''] = /import \((.*?)\n\)/s.exec(text) ?? []
  for (const [, name = ''] of imports.matchAll(/(\w+)"/g)) expect(text).toContain(`${name}.`)
})
