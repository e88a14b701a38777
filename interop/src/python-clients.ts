import { join } from 'node:path'
import { INTEROP } from './packages.ts'
import { outputOf, runProgram } from './run-program.ts'
import type { Seen, TriedClient } from './tried-client.ts'

const SCRIPT = join(INTEROP, 'python/try_client.py')

/** The interpreter that has the clients, where it is not the one of the path. */
const PYTHON = process.env['PYTHON'] ?? 'python3'

async function pythonClient(name: string): Promise<TriedClient> {
  return {
    name: `Python ${name}`,
    ...(await lookFor(name)),
    showsRefusal: true,
    async attempt({ url, key, tool, args }) {
      const call = [SCRIPT, name, url, key ?? '', tool, JSON.stringify(args)]
      // @NOTE the script prints this shape.
      return JSON.parse(await outputOf(PYTHON, call)) as Seen
    },
  }
}

async function lookFor(name: string): Promise<Pick<TriedClient, 'version' | 'missing'>> {
  try {
    const { code, output } = await runProgram(PYTHON, [SCRIPT, name, '--version'])
    return code === 0 ? { version: output.trim() } : { version: '', missing: output.trim() }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    return { version: '', missing: `There is no ${PYTHON} to try ${name} with` }
  }
}

export const pythonClients = (): Promise<TriedClient[]> =>
  Promise.all(['mcp', 'fastmcp'].map(pythonClient))
