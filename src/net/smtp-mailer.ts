import type { Transporter } from 'nodemailer'
import { degraded, HEALTHY, type PartHealth } from '../kernel/ports/health.ts'
import type { Mail, Mailer } from '../kernel/ports/mailer.ts'
import { KeyedQueue } from '../lib/concurrency/keyed-queue.ts'
import type { Logger } from '../lib/logger.ts'
import { oneMailLine } from '../domain/mail-words.ts'
import { withinDeadline } from './deadline.ts'
import { MailQueue } from './mail-queue.ts'
import type { Mailbox, MailServer } from './smtp-settings.ts'

const CONNECTIONS = 2
const MAX_SUBJECT_CHARS = 200
/** The most characters of a message's text: a message has a few lines, and a longer text is a mistake. */
const MAX_TEXT_CHARS = 20_000
/** The milliseconds that a mail server may take for one step. */
const STEP_TIMEOUT_MS = 10_000
const MAIL_TIMEOUT_MS = 30_000
/** The milliseconds that a stop waits for messages; links in those that are not sent can be made again. */
const STOP_TIMEOUT_MS = 3_000

const LIMITS = {
  connectionTimeout: STEP_TIMEOUT_MS,
  greetingTimeout: STEP_TIMEOUT_MS,
  socketTimeout: STEP_TIMEOUT_MS,
  dnsTimeout: STEP_TIMEOUT_MS,
  disableFileAccess: true,
  disableUrlAccess: true,
}

export interface SmtpOptions {
  server: MailServer
  from: Mailbox
  /** The milliseconds for a whole message, the connection included. */
  timeoutMs?: number
  /** The milliseconds that a stop waits for all messages. */
  stopTimeoutMs?: number
}

/**
 * Sends mail over SMTP, a few messages at a time; nodemailer is loaded with the first. Messages wait in memory alone,
 * since the links in them are secrets that are stored nowhere. What a mail server says is not logged: it repeats addresses.
 */
export class SmtpMailer implements Mailer, AsyncDisposable {
  readonly #options: SmtpOptions
  readonly #log: Logger
  readonly #room = new KeyedQueue({ concurrency: CONNECTIONS })
  readonly #waiting = new MailQueue<Mail>()
  readonly #stopped = new AbortController()
  #transport: Promise<Transporter> | undefined
  #hasFailed = false

  constructor(options: SmtpOptions, log: Logger) {
    this.#options = options
    this.#log = log
  }

  send(mail: Mail): boolean {
    if (mail.text.length > MAX_TEXT_CHARS || !this.#waiting.add(mail.orgId, mail)) {
      this.#log.error({ waiting: this.#waiting.length }, 'a message was not taken for sending')
      return false
    }
    this.#room
      .run(() => this.#sendNext())
      .catch((error: unknown) =>
        this.#log.error({ err: error }, 'what became of a message is not noted'),
      )
    return true
  }

  hasRoom(orgId: string): boolean {
    return this.#waiting.hasRoom(orgId)
  }

  health(): PartHealth {
    if (this.#hasFailed) return degraded('the last message could not be sent')
    return this.#waiting.isFull ? degraded('too many messages wait') : HEALTHY
  }

  onIdle(): Promise<void> {
    return this.#room.onIdle()
  }

  /** Sends the waiting messages, as far as the time for a stop allows. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { stopTimeoutMs = STOP_TIMEOUT_MS } = this.#options
    const timer = setTimeout(() => this.#stopped.abort(), stopTimeoutMs)
    await this.onIdle()
    clearTimeout(timer)
  }

  /** Sends the next message of the queue. It is called once for each message that the queue took. */
  async #sendNext(): Promise<void> {
    const mail = this.#waiting.next()
    if (!mail) return
    const failure = await this.#deliver(mail).then(
      () => undefined,
      (error: unknown) => reasonOf(error),
    )
    this.#hasFailed = failure !== undefined
    if (failure) this.#log.error(failure, 'a message could not be sent')
    else this.#log.info('a message was sent')
    await mail.settled?.(failure === undefined)
  }

  async #deliver({ to, subject, text }: Mail): Promise<void> {
    this.#transport ??= this.#open()
    const transport = await this.#transport
    const message = {
      from: this.#options.from,
      // In the form of an object it is one address, with any characters.
      to: { name: '', address: to },
      subject: oneMailLine(subject).slice(0, MAX_SUBJECT_CHARS),
      text,
      // With this header, automatic replies are not sent, and mailing lists do not take the message for one of theirs
      // (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
    }
    const { timeoutMs = MAIL_TIMEOUT_MS } = this.#options
    await withinDeadline(timeoutMs, this.#stopped.signal, () => transport.sendMail(message))
  }

  async #open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    return createTransport({ ...this.#options.server, ...LIMITS })
  }
}

/**
 * Connects to a mail server and greets it, without signing in or sending a message. Returns undefined where the server
 * answers as it should, otherwise the code of the failure, which repeats nothing that the server said.
 */
export async function greetMailServer(
  server: MailServer,
  timeoutMs: number,
): Promise<string | undefined> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ ...server, auth: undefined, ...LIMITS })
  try {
    await withinDeadline(timeoutMs, undefined, () => transport.verify())
    return undefined
  } catch (error) {
    return reasonOf(error).code ?? 'unknown'
  } finally {
    transport.close()
  }
}

/** Returns the code of a failure, and the number of the mail server's answer. */
function reasonOf(error: unknown): { code?: string; answer?: number } {
  if (!(error instanceof Error)) return {}
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const answer = 'responseCode' in error ? error.responseCode : undefined
  return { code, ...(typeof answer === 'number' && { answer }) }
}
