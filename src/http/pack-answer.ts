import type { IncomingMessage, ServerResponse } from 'node:http'
import { Packer } from '../lib/packing/packer.ts'
import { acceptedCoding, type Coding } from '../lib/web/accepted-coding.ts'
import { HeldAnswer } from './held-answer.ts'

/**
 * Makes the function that runs before every answer is written. It packs a text that is sent whole, where the client
 * accepts that. An answer that is sent in parts is not packed, nor is one whose `Cache-Control` has `no-transform`.
 * Answers that reveal a secret have it: the length of a packed text shows how much of the secret a caller has guessed
 * (BREACH).
 */
export function answerPacker() {
  const packer = new Packer()
  // Most requests accept what the one before did.
  let last: { header: string | undefined; coding: Coding | undefined } | undefined
  return ({ headers }: IncomingMessage, response: ServerResponse): void => {
    const sent = headers['accept-encoding']
    const header = Array.isArray(sent) ? sent.join(',') : sent
    if (last?.header !== header || !last) last = { header, coding: acceptedCoding(header) }
    const { coding } = last
    new HeldAnswer(response, { coding, pack: (bytes, by) => packer.pack(bytes, by) }).begin()
  }
}
