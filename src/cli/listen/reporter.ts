import type { z } from 'zod'
import type { WebhookEvent } from '../../features/webhooks/webhook-event.ts'
import type { DeliveryAttempt } from '../../kernel/ports/webhook-sender.ts'

/** Reports what happens, one line each: events on standard output, everything else on standard error. */
export class Reporter {
  readonly #isJson: boolean
  readonly #isPrinting: boolean

  /** With `isPrinting`, the body of each event is printed after its line. */
  constructor({ isJson, isPrinting }: { isJson: boolean; isPrinting: boolean }) {
    this.#isJson = isJson
    this.#isPrinting = isPrinting
  }

  /** Says once that events arrive from now on, and with which secret deliveries are signed. */
  ready(server: string, secret: string | undefined): void {
    if (this.#isJson) {
      this.#write(JSON.stringify({ server, secret: secret ?? null }))
      return
    }
    const signed = secret === undefined ? '' : `; deliveries are signed with ${secret}`
    this.#write(`Listening to ${server}${signed}`)
  }

  noteServer(state: 'connected' | 'away'): void {
    const said = state === 'away' ? 'The server is away; waiting for it' : 'The server is back'
    process.stderr.write(`${said}\n`)
  }

  event(
    event: z.output<typeof WebhookEvent>,
    body: string,
    attempt: DeliveryAttempt | undefined,
  ): void {
    const { id, event: name, timestamp } = event
    if (this.#isJson) {
      const { status, httpStatus, durationMs, error } = attempt ?? {}
      const told = { id, event: name, timestamp, status, httpStatus, durationMs, error }
      this.#write(JSON.stringify({ ...told, ...(this.#isPrinting && { body }) }))
      return
    }
    const result = attempt ? `  ${resultOf(attempt)}` : ''
    this.#write(`${timestamp}  ${name}  ${id}${result}`)
    if (this.#isPrinting) this.#write(body)
  }

  #write(line: string): void {
    process.stdout.write(`${line}\n`)
  }
}

/** Says how a delivery ended. Only the status comes from the receiver; none of its own words are shown. */
function resultOf({ status, httpStatus, durationMs, error }: DeliveryAttempt): string {
  const code = httpStatus === null ? status : `${httpStatus}`
  const why = error === null || httpStatus !== null ? '' : `: ${error}`
  return `${code} in ${durationMs} ms${why}`
}
