import {
  readScopesOf,
  serverAddress,
  type ServerDefinition,
} from '../../kernel/assistants/server-definition.ts'
import type { Scope } from '../../kernel/door/scopes.ts'
import { readResource, type AskedResource } from '../../domain/oauth/resource.ts'

/** Finds the MCP servers that access can be granted to, by their addresses, and the scopes that they use. */
export class OauthResources {
  readonly #scopesByAddress: ReadonlyMap<string, readonly Scope[]>
  readonly #showingWords: ReadonlySet<string>

  constructor(servers: readonly ServerDefinition[]) {
    const keyed = servers.filter(({ publicLimit }) => publicLimit === undefined)
    this.#scopesByAddress = new Map(
      keyed.map((server) => [serverAddress(server), readScopesOf(server)]),
    )
    this.#showingWords = new Set(keyed.filter(showsWords).map(serverAddress))
  }

  /**
   * Reads an address that a client asks access for, as one of these servers and the site that it names; undefined for
   * another address.
   */
  read(sent: string | undefined, origin: string): AskedResource | undefined {
    return readResource(sent, origin, [...this.#scopesByAddress.keys()])
  }

  /** True where the server at the address has tools or resources that show the words of readers. */
  showsWords({ address }: AskedResource): boolean {
    return this.#showingWords.has(address)
  }

  scopesOf({ address }: AskedResource): readonly Scope[] {
    return this.#scopesByAddress.get(address) ?? []
  }

  /**
   * Returns the scopes of the server at the address for which a client asks; all of them where the client asks for no
   * such scope.
   */
  askedScopes(asked: AskedResource, sent: string | undefined): readonly Scope[] {
    const own = this.scopesOf(asked)
    const words = new Set(sent?.split(' '))
    const wanted = own.filter((scope) => words.has(scope))
    return wanted.length > 0 ? wanted : own
  }
}

const showsWords = ({ tools }: ServerDefinition): boolean =>
  tools.some(({ face: { access } }) => access.by === 'scope' && access.withoutWords !== true)
