import { bearerHeaders, KEY_PLACEHOLDER, type ConnectTarget } from './connect-target.ts'

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'

/**
 * The name of the servers in a registry. A publisher proves that the namespace is theirs, and puts their own in place
 * of this one.
 */
const NAME = 'io.github.citable/citable'

const KEY_HEADER = {
  name: 'Authorization',
  description: 'An API key, whose scopes say which tools it sees',
  value: bearerHeaders('{key}').Authorization,
  isRequired: true,
  isSecret: true,
  variables: {
    key: {
      description: 'API key, as npx citable key create prints it once',
      isRequired: true,
      isSecret: true,
      placeholder: KEY_PLACEHOLDER,
    },
  },
}

/** The parts of an address in braces, which the person who connects has to fill in. */
const HOST = {
  host: {
    description: 'The host of your Citable server',
    isRequired: true,
    placeholder: 'citable.example.com',
  },
}

/**
 * Makes the description of the servers in the form of the MCP registry. It lists remotes alone: nothing of this is
 * published as a package.
 */
export const serverJson = (
  version: string,
  servers: readonly Pick<ConnectTarget, 'url' | 'isKeyed'>[],
) => ({
  $schema: SCHEMA,
  name: NAME,
  title: 'Citable',
  description: 'How AI assistants find, quote and link your sites: numbers, questions and prompts',
  version,
  remotes: servers.map(({ url, isKeyed }) => ({
    type: 'streamable-http',
    url,
    ...(url.includes('{host}') && { variables: HOST }),
    ...(isKeyed && { headers: [KEY_HEADER] }),
  })),
})
