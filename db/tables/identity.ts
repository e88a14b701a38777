/** An organization: the tenant that every other row belongs to. */
interface OrganizationTable {
  id: string
  name: string
  plan: string
  created_at: number
}

interface UserTable {
  id: string
  email: string
  /** PHC string of argon2id. */
  password_hash: string
  created_at: number
}

interface MemberTable {
  org_id: string
  user_id: string
  role: string
}

export interface IdentityTables {
  organization: OrganizationTable
  user_account: UserTable
  member: MemberTable
}
