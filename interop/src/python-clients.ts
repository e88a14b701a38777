import { join } from 'node:path'
import { INTEROP } from './packages.ts'
import { outputOf, runProgram } from './run-program.ts'
import type { Seen, TriedClient } from './tried-client.ts'

const SCRIPT = join(INTEROP, 'python/try_client.py')

/** The interpreter that has the clients, where it is not the one of the path. */
const PYTHON = process.env['PYTHON'] ?? 'python3'

async function pythonClient(name: string): Promise<TriedClient> {
  const { code, output } = await runProgram(PYTHON, [SCRIPT, name, '--version'])
  const isHere = code === 0
  return {
    name: `Python ${name}`,
    version: isHere ? output.trim() : '',
    ...(!isHere && { missing: output.trim() }),
    showsRefusal: true,
    async attempt({ url, key, tool, args }) {
      const call = [SCRIPT, name, url, key, tool, JSON.stringify(args)]
      // @NOTE the script prints this shape.
      return JSON.parse(await outputOf(PYTHON, call)) as Seen
    },
  }
}

export const pythonClients = (): Promise<TriedClient[]> =>
  Promise.all(['mcp', 'fastmcp'].map(pythonClient))
