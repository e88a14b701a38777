import { findLeaks } from './find-leaks.ts'
import type { TokenFamily } from '../kernel/credentials/tokens.ts'
import { pluralize } from '../lib/text/pluralize.ts'
import { CliError } from './cli-error.ts'
import type { RunCommand } from './command.ts'
import { openInput } from './open-input.ts'

const MAX_LISTED = 1_000

const KINDS: Readonly<Record<TokenFamily, string>> = {
  key: 'API key',
  session: 'session token',
  partner: 'partner credential',
  oauthAccess: 'OAuth access token',
  oauthRefresh: 'OAuth refresh token',
  oauthCode: 'OAuth code',
  oneTime: 'token of a one-time link',
}

/** Searches a file or standard input for credentials, without a database; the command fails where it finds any. */
export const verifyKeysCommand: RunCommand = async ({ positionals: [file = ''] }) => {
  const found: { line: number; kind: string; masked: string }[] = []
  let total = 0
  const input = await openInput(file)
  try {
    for await (const { line, family, masked } of findLeaks(input)) {
      total += 1
      if (found.length < MAX_LISTED) found.push({ line, kind: KINDS[family], masked })
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CliError(`Cannot read ${file}: ${reason}`, { cause: error })
  }
  const name = file === '-' ? 'standard input' : file
  const more = total - found.length
  return {
    data: { found, total },
    text:
      total === 0
        ? `No credential in ${name}.`
        : [
            ...found.map(({ line, kind, masked }) => `${name}:${line}: ${masked} (${kind})`),
            ...(more > 0 ? [`and ${more} more`] : []),
            `${pluralize(total, 'credential')} with a right checksum. Revoke what is in use: npx citable key list tells ids by the masked form.`,
          ].join('\n'),
    failed: total > 0,
  }
}
