import type { PartHealth } from './health.ts'

/** One message of the service, as plain text. */
export interface Mail {
  /** One email address. */
  to: string
  /**
   * The subject. A character that is not visible or not of one line becomes a space. Words that a person chose went
   * through `mailWords`.
   */
  subject: string
  text: string
  /** The organization whose place in the queue the message takes. Links for lost passwords have none, and go first. */
  orgId?: string
  /** Runs once it is known whether the mail server took the message; it does not run when the process ends before. */
  settled?: (isSent: boolean) => Promise<void>
}

/** Sends mail in the background. */
export interface Mailer {
  /**
   * Takes a message, which is sent after the answer: the time of an answer does not show whether a message was sent,
   * and a message that cannot be sent fails no request. Links in a message can be made again. Returns false where too
   * many messages wait.
   */
  send(mail: Mail): boolean
  /** Tells whether one more message of an organization would be taken. */
  hasRoom(orgId: string): boolean
  /** Tells whether messages go out: they do not after a message that could not be sent, until one is sent again. */
  health(): PartHealth
  /** Resolves when no message waits or is under way. */
  onIdle(): Promise<void>
}
