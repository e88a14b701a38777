import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CliError } from './cli-error.ts'

/** Asks the person at the terminal. Throws CliError where nobody is there to answer. */
export const ask = (question: string, stop: AbortSignal): Promise<string> =>
  askOn(process.stderr, question, stop)

/** Does as `ask`, and shows nothing of what is typed. */
export async function askHidden(question: string, stop: AbortSignal): Promise<string> {
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() })
  const answer = await askOn(nothing, question, stop)
  process.stderr.write('\n')
  return answer
}

async function askOn(output: Writable, question: string, stop: AbortSignal): Promise<string> {
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
