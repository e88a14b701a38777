import type { Citable } from '../client/citable.ts'
import { heading } from '../../src/lib/text/chart.ts'
import { wrapText } from './wrap-text.ts'

/** A client as the server describes it, with the fields that the demo shows. */
interface ToldClient {
  title: string
  kind: string
  files: { path: string }[]
  text: string
}

/** Asks the server what to paste into each client, and returns it with the live key in its place. */
export async function clientConfiguration(citable: Citable, key: string): Promise<string> {
  const { data } = await citable.call('GET /mcp/connect')
  const { placeholder, clients } = data
  return [
    '',
    heading('Connect your own assistant', { colour: process.stdout.isTTY }),
    `export CITABLE_KEY=${placeholder}`,
    ...clients.flatMap(describeClient),
  ]
    .join('\n')
    .replaceAll(placeholder, key)
}

function describeClient({ title, kind, files: [file], text }: ToldClient): string[] {
  return ['', file ? `${title} (${file.path}):` : `${title}:`, fitted(kind, text)]
}

/** Lines of the terminal hold a command in two, and a sentence in as many as it takes. */
function fitted(kind: string, text: string): string {
  if (kind === 'command') return text.replaceAll(' --header', ' \\\n  --header')
  return kind === 'steps' ? wrapText(text, 100).join('\n') : text
}
