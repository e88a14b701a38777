import type { PartHealth } from './health.ts'

/** One message of the service, as plain text. */
export interface Mail {
  /** One email address. */
  to: string
  /** What is no visible character of one line becomes a space. What a person chose went through `mailWords`. */
  subject: string
  text: string
  /** Whose place in the queue it takes; links for lost passwords are of no organization, and go first. */
  orgId?: string
  /** Called once it is known whether the mail server took the message, which is not so when the process ends before. */
  settled?: (isSent: boolean) => Promise<void>
}

/** Sends mail. It is absent where the operator has set no mail server. */
export interface Mailer {
  /**
   * Takes a message, which is sent after the answer: nobody learns from the time of an answer whether one was sent, and
   * one that cannot be sent loses no request. Its links can be made anew. False where too many messages wait.
   */
  send(mail: Mail): boolean
  /** Tells whether one more message of an organization would be taken. */
  hasRoom(orgId: string): boolean
  /** Tells whether messages go out: not while the last one could not be sent. */
  health(): PartHealth
  /** Resolves when no message waits or is under way. */
  onIdle(): Promise<void>
}
