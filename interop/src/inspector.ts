import { newerNode, programOf, versionOf } from './packages.ts'
import { runProgram } from './run-program.ts'
import {
  bearer,
  namesOf,
  urisOf,
  type Attempt,
  type Seen,
  type TriedClient,
} from './tried-client.ts'

const CLI = '@modelcontextprotocol/inspector/clients/launcher/build/index.js'

interface Printed {
  tools: { name: string }[]
  resources: { uri: string }[]
  prompts: { name: string }[]
  content: unknown
}

export type InspectorEra = 'legacy' | 'modern'

/** The Inspector's command line at an address. */
export const inspectorAt = (url: string, era: InspectorEra): string[] =>
  [programOf(CLI), '--cli', url].concat('--transport', 'http', '--protocol-era', era)

/** Does all that is asked, each by a run of the command line; the run returns what the command printed. */
export async function attemptByInspector(
  { tool, args }: Pick<Attempt, 'tool' | 'args'>,
  run: (words: readonly string[]) => Promise<string>,
): Promise<Seen> {
  const ask = async (method: string, ...more: string[]): Promise<Printed> =>
    // @NOTE it prints the result of the method.
    JSON.parse(await run(['--method', method, ...more])) as Printed
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
}

/** Makes the Inspector a client; a warning of its `--strict` about a schema is a failure here. */
const inspector = (era: InspectorEra): TriedClient => ({
  name: `Inspector, ${era}`,
  version: versionOf('@modelcontextprotocol/inspector'),
  // In the modern era it first asks for the versions, and says in its own words that a key is needed.
  showsRefusal: era === 'legacy',
  attempt: ({ url, key, ...asked }) =>
    attemptByInspector(asked, async (words) => {
      // Without `--stored-auth-only` it waits for a person to sign in.
      const header = key === undefined ? [] : ['--header', `Authorization: ${bearer(key)}`]
      const call = [...inspectorAt(url, era), ...header, '--stored-auth-only', ...words]
      const { code, output, said } = await runProgram(newerNode(), call)
      if (code !== 0 || said.trim() !== '') throw new Error(`${output}${said}`.trim())
      return output
    }),
})

export const inspectors = (): TriedClient[] => [inspector('legacy'), inspector('modern')]
