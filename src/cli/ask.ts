import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CliError } from './cli-error.ts'

/** Asks the person at the terminal. Throws CliError where nobody is there to answer. */
export const ask = (question: string, stop: AbortSignal): Promise<string> =>
  askOn(process.stderr, question, stop)

/** Does as `ask`, and shows nothing of what is typed. */
export async function askHidden(question: string, stop: AbortSignal): Promise<string> {
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() })
  process.stderr.write(question)
  try {
    return await askOn(nothing, '', stop)
  } finally {
    process.stderr.write('\n')
  }
}

async function askOn(output: Writable, question: string, stop: AbortSignal): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new CliError('Set CITABLE_SESSION, or CITABLE_EMAIL and CITABLE_PASSWORD')
  }
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  // A terminal in this mode sends no signal for Ctrl-C: the interface hears the key.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    return await lines.question(question, { signal: stop })
  } finally {
    lines.close()
  }
}
