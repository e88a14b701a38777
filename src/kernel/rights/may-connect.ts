import { isRoleAtLeast, type Role } from '../door/principal.ts'

/** The most grants of one person in one organization that work at the same time. */
export const MAX_GRANTS = 20

/** The groups of people who may connect assistants to an organization. */
export const CONNECTORS = ['members', 'admins'] as const

/** The columns of an organization that say who may connect which assistants. */
interface ConnectRules {
  /** The group that may connect assistants: `members` or `admins`. */
  assistants_who: string
  /** A JSON array of the hosts that may be connected; null for any host. */
  assistants_hosts: string | null
}

interface Connecting {
  /** The role of the person; undefined for a person who is not a member. */
  role: Role | undefined
  /**
   * The place that the assistant leads back to, as a grant has it: a host in lower case without its port, or a scheme
   * such as `vscode:`.
   */
  host: string | null
}

/** Says why a person may not connect an assistant, or keep it connected; undefined where they may. */
export function refuseConnecting(
  { assistants_who: who, assistants_hosts: column }: ConnectRules,
  { role, host }: Connecting,
): string | undefined {
  if (role === undefined) return 'Only members of this organization may connect assistants'
  if (who !== 'members' && !isRoleAtLeast(role, 'admin')) {
    return 'Only admins of this organization may connect assistants; ask one of them'
  }
  // @NOTE the column is written by us alone, as JSON of a checked list.
  const hosts = column === null ? undefined : (JSON.parse(column) as string[])
  if (!hosts || (host !== null && hosts.includes(host))) return undefined
  return `This organization does not let assistants of ${host ?? 'unknown hosts'} connect; an admin can allow them`
}
