import type { PartHealth } from './health.ts'

/** One message of the service, as plain text. */
export interface Mail {
  /** One email address. */
  to: string
  /** What is no visible character of one line becomes a space. */
  subject: string
  text: string
}

/** Sends mail. It is absent where the operator has set no mail server. */
export interface Mailer {
  /**
   * Takes a message, which is sent after the answer: nobody learns from the time of an answer whether one was sent, and
   * one that cannot be sent loses no request. Its links can be made anew. False where too many messages wait.
   */
  send(mail: Mail): boolean
  /** Tells whether messages go out: not while the last one could not be sent. */
  health(): PartHealth
  /** Resolves when no message waits or is under way. */
  onIdle(): Promise<void>
}
