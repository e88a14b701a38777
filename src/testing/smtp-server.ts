import type { Socket } from 'node:net'
import { serveTcp, type LocalServer } from '../net/local-servers.ts'

export interface ReceivedMail {
  from: string
  to: readonly string[]
  /** Headers by their names in lower case, unfolded. */
  headers: Readonly<Record<string, string>>
  text: string
}

interface SmtpBehaviour {
  /** The line that answers recipients, instead of taking them. */
  refuses?: string
  /** Takes connections and says nothing. */
  isSilent?: boolean
  /** Says nothing on a connection before this. */
  begins?: () => Promise<void>
}

/** A mail server on a free port of the loopback address, which keeps what it is sent. */
export class SmtpServer implements AsyncDisposable {
  readonly received: ReceivedMail[] = []
  readonly #server: LocalServer

  private constructor(server: LocalServer, received: ReceivedMail[]) {
    this.#server = server
    this.received = received
  }

  static async start(behaviour: SmtpBehaviour = {}): Promise<SmtpServer> {
    const received: ReceivedMail[] = []
    const server = await serveTcp((socket) => {
      if (behaviour.isSilent) socket.resume()
      else converse(socket, received, behaviour)
    }, '127.0.0.1')
    return new SmtpServer(server, received)
  }

  /** Settings of a service that sends its mail here. */
  get environment(): { SMTP_URL: string; MAIL_FROM: string } {
    return {
      SMTP_URL: `smtp://127.0.0.1:${this.#server.port}`,
      MAIL_FROM: 'Citable <citable@example.com>',
    }
  }

  get port(): number {
    return this.#server.port
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#server[Symbol.asyncDispose]()
  }
}

/** Speaks as much of RFC 5321 as one message needs. */
function converse(
  socket: Socket,
  received: ReceivedMail[],
  { refuses, begins = () => Promise.resolve() }: SmtpBehaviour,
): void {
  let waiting = ''
  let isData = false
  let envelope = { from: '', to: [] as string[] }
  const say = (line: string) => socket.write(`${line}\r\n`)
  const obey = (line: string): unknown => {
    const [verb = ''] = line.toUpperCase().split(/[ :]/)
    const address = /<(.*?)>/.exec(line)?.[1] ?? ''
    if (verb === 'MAIL') envelope = { from: address, to: [] }
    if (verb === 'RCPT' && refuses !== undefined) return say(refuses)
    if (verb === 'RCPT') envelope.to.push(address)
    if (verb === 'DATA') isData = true
    if (verb === 'QUIT') return socket.end('221 bye\r\n')
    return say(verb === 'DATA' ? '354 go on' : '250 fine')
  }
  begins().then(
    () => say('220 mail.example ESMTP'),
    () => socket.destroy(),
  )
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    waiting += chunk
    for (;;) {
      const end = isData ? '\r\n.\r\n' : '\r\n'
      const at = waiting.indexOf(end)
      if (at < 0) return
      const part = waiting.slice(0, at)
      waiting = waiting.slice(at + end.length)
      if (isData) {
        isData = false
        // A dot that begins a line is sent twice (RFC 5321 4.5.2).
        received.push({ ...envelope, ...parseMessage(part.replaceAll('\r\n..', '\r\n.')) })
        say('250 taken')
      } else obey(part)
    }
  })
}

function parseMessage(raw: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const at = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, at)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { headers, text: decode(raw.slice(at + 4), headers['content-transfer-encoding']) }
}

function decode(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return Buffer.from(bytes, 'latin1').toString()
}
