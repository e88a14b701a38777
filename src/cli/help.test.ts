import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolder } from '../testing/data-folder.ts'
import { runCli } from '../testing/run-cli.ts'
import { COMMANDS } from './commands.ts'
import { commandName } from './command.ts'

let data: DataFolder

beforeEach(() => {
  data = DataFolder.inMemory()
})

afterEach(() => data[Symbol.dispose]())

/** Returns the standard output of a command, which must succeed without writing to standard error. */
async function said(...args: string[]): Promise<string> {
  const { code, out, err } = await runCli(data.path, args)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return out
}

const mistake = async (...args: string[]): Promise<string> => {
  const { code, out, err } = await runCli(data.path, args)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  return err
}

describe('citable help', () => {
  it.each([[['--help']], [['-h']], [['help']]])(
    'lists every command in a line when called as %j',
    async (args) => {
      const lines = (await said(...args)).split('\n')
      for (const command of COMMANDS) {
        const line = lines.find((one) => one.startsWith(`  ${commandName(command)}  `))
        expect(line?.endsWith(`  ${command.summary}`)).toBe(true)
      }
    },
  )

  it.each([[['key', '--help']], [['help', 'key']], [['key', '-h']]])(
    'lists the commands that begin with the words of %j',
    async (args) => {
      const lines = (await said(...args)).trimEnd().split('\n')
      expect(lines.map((line) => line.trim().split('  ')[0])).toEqual([
        'key create',
        'key list',
        'key rotate',
        'key verify',
        'key revoke',
      ])
    },
  )

  it.each([[['key', 'create', '--help']], [['help', 'key', 'create']], [['key', 'create', '-h']]])(
    'shows usage and every option when called as %j',
    async (args) => {
      const text = await said(...args)
      expect(text).toContain(
        'Usage: npx citable key create [--scopes SCOPES] [--sites SITES] [--expires WHEN] [--ips RANGES] [--name NAME] [--org ID] [--count N] [--json]\n',
      )
      for (const name of ['scopes SCOPES', 'name NAME', 'org ID', 'count N', 'json', 'help']) {
        expect(text).toMatch(new RegExp(`^  --${name}  +\\S`, 'm'))
      }
    },
  )

  it('is data with --json', async () => {
    const all = JSON.parse(await said('help', '--json')) as { commands: unknown[] }
    expect(all.commands).toHaveLength(COMMANDS.length)
    expect(JSON.parse(await said('migrate', '--help', '--json'))).toMatchObject({
      command: 'migrate',
      usage: 'npx citable migrate [--json]',
    })
  })
})

describe('citable version', () => {
  it.each([[['--version']], [['version']], [['key', '--version']], [['key', 'create', '-v']]])(
    'is printed by %j',
    async (args) => {
      expect(await said(...args)).toBe('0.1.0\n')
    },
  )

  it('is data with --json', async () => {
    expect(JSON.parse(await said('version', '--json'))).toEqual({ version: '0.1.0' })
  })
})

describe('an unknown command', () => {
  it.each([
    [['kye', 'create'], 'There is no command kye create; did you mean key create?'],
    [['key', 'creat', '--count', '3'], 'There is no command key creat; did you mean key create?'],
    [
      ['scna', 'https://example.com/'],
      'There is no command scna https://example.com/; did you mean scan?',
    ],
    [['help', 'rollup'], 'There is no command rollup; did you mean rollups?'],
    [['destroy', 'everything'], 'There is no command destroy everything'],
    [['lst', 'sites'], 'There is no command lst sites; did you mean site list?'],
    [['list', 'sites'], 'There is no command list sites; did you mean site list?'],
    [
      ['create'],
      'There is no command create; did you mean owner create, key create or oauth client create?',
    ],
    [['sit'], 'There is no command sit; did you mean site?'],
    [['key'], 'key is the beginning of several commands'],
    [[], 'Usage: npx citable COMMAND [OPTIONS]'],
  ])('gets the nearest command and a list, when called as %j', async (args, first) => {
    const message = await mistake(...args)
    expect(message.split('\n')[0]).toBe(first)
    expect(message).toMatch(/^ {2}key create +Make API keys; each is shown once$/m)
  })
})

describe('--json', () => {
  it('writes an error to standard output too, and nothing else there', async () => {
    for (const args of [['migrate', 'now'], ['owner', 'create'], ['nothing'], ['key', 'list']]) {
      const { code, out, err } = await runCli(data.path, [...args, '--json'])
      expect(code).toBe(args[0] === 'nothing' ? 2 : 1)
      expect(JSON.parse(out)).toEqual({ error: { message: err.trimEnd() } })
    }
  })

  it('keeps the log out of standard output', async () => {
    const { code, out, err } = await runCli(data.path, ['migrate', '--json'], '', {
      LOG_LEVEL: 'trace',
    })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out)).toHaveProperty('migrated')
  })
})
