import { newerNode, programOf, versionOf } from './packages.ts'
import { runProgram } from './run-program.ts'
import { bearer, namesOf, urisOf, type TriedClient } from './tried-client.ts'

const CLI = '@modelcontextprotocol/inspector/clients/launcher/build/index.js'

interface Printed {
  tools: { name: string }[]
  resources: { uri: string }[]
  prompts: { name: string }[]
  content: unknown
}

/** The Inspector's command line. What `--strict` warns of in a schema is a failure here. */
const inspector = (era: 'legacy' | 'modern'): TriedClient => ({
  name: `Inspector, ${era}`,
  version: versionOf('@modelcontextprotocol/inspector'),
  // Where it first asks for the versions, it says itself that a key is wanted.
  showsRefusal: era === 'legacy',
  async attempt({ url, key, tool, args }) {
    const program = [programOf(CLI), '--cli', url, '--transport', 'http', '--protocol-era', era]
    // Without the last one it waits for somebody to sign in.
    const header = key === undefined ? [] : ['--header', `Authorization: ${bearer(key)}`]
    const options = [...header, '--stored-auth-only']
    const ask = async (method: string, ...more: string[]): Promise<Printed> => {
      const call = [...program, ...options, '--method', method, ...more]
      const { code, output, said } = await runProgram(newerNode(), call)
      if (code !== 0 || said.trim() !== '') throw new Error(`${output}${said}`.trim())
      // @NOTE it prints the result of the method.
      return JSON.parse(output) as Printed
    }
    const { tools } = await ask('tools/list', '--strict')
    const given = ['--tool-args-json', JSON.stringify(args)]
    const { content } = await ask('tools/call', '--tool-name', tool, ...given)
    const { resources } = await ask('resources/list')
    const { prompts } = await ask('prompts/list')
    return {
      tools: namesOf(tools),
      text: JSON.stringify(content),
      resources: urisOf(resources),
      prompts: namesOf(prompts),
    }
  },
})

export const inspectors = (): TriedClient[] => [inspector('legacy'), inspector('modern')]
