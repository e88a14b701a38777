import { parseArgs } from 'node:util'
import { UnusableDatabaseError } from '../db/errors.ts'
import { COMMANDS } from './cli/commands.ts'
import { CliError } from './cli/cli-error.ts'
import { OperatorError } from './core/operator-error.ts'

/** `citable <noun> <verb>`: what the operator of a server does beside it, on the same database. */
async function main(argv: readonly string[]): Promise<void> {
  const command = COMMANDS.find(({ words }) => words.every((word, i) => argv[i] === word))
  if (!command)
    throw new CliError(`Usage:\n${COMMANDS.map(({ usage }) => `  citable ${usage}`).join('\n')}`)
  const { values, positionals } = parse(argv.slice(command.words.length), command)
  const result = await command.run(values, positionals)
  const { json } = values
  process.stdout.write(json ? `${JSON.stringify(result.data)}\n` : `${result.text}\n`)
  if (result.failed) process.exitCode = 1
}

function parse(args: readonly string[], { options, usage }: (typeof COMMANDS)[number]) {
  try {
    return parseArgs({
      args: [...args],
      options: { ...options, json: { type: 'boolean' } },
      allowPositionals: true,
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new CliError(`${message}\nUsage: citable ${usage}`, { cause: error })
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  const isExpected = error instanceof OperatorError || error instanceof UnusableDatabaseError
  process.stderr.write(
    `${isExpected ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  )
  process.exitCode = 1
}
