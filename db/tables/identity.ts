import type { Generated } from 'kysely'

/** An organization: the tenant that every other row belongs to. */
interface OrganizationTable {
  id: string
  name: string
  plan: string
  /** The status of the plan: `trialing`, `active`, `past_due`, `paused`, `cancelled` or `expired`. */
  plan_status: Generated<string>
  /** 1 where the owner has ended the plan, which goes on until `plan_until` or is over. */
  plan_cancelled: Generated<number>
  /** The time when the status changes by itself; for an expired plan, when it expired; null for never. */
  plan_until: Generated<number | null>
  /** The period that is paid for, as the payment gateway reported it; null without one. */
  period_start: Generated<number | null>
  period_end: Generated<number | null>
  /** The payment gateway, such as `stripe`; null for an organization without one. */
  gateway: Generated<string | null>
  /**
   * The plan that the operator gave, below which no payment gateway puts the organization; null without one, or without
   * a gateway.
   */
  given_plan: Generated<string | null>
  /** The time when the plan that the operator gave ends; null for never. */
  given_until: Generated<number | null>
  created_at: number
  /** A short name that no other organization has, for addresses and the command line. */
  slug: Generated<string | null>
  /** A number that goes up with each change of name, slug or branding. */
  version: Generated<number>
  brand_name: Generated<string | null>
  brand_logo_url: Generated<string | null>
  /** The colour of the organization's branding, such as `#0a7d4f`; null for the default. */
  brand_accent: Generated<string | null>
  /** The people who may connect assistants: `members` or `admins`. */
  assistants_who: Generated<string>
  /** JSON array of the hosts that assistants may be led back to; null for any. */
  assistants_hosts: Generated<string | null>
  /**
   * JSON array of the times when runs of the Citation Monitor were queued whose sites are deleted, newest first, as far
   * as they count for the plan; null for none.
   */
  spent_runs: Generated<string | null>
}

interface UserTable {
  id: string
  /**
   * The key of the account, which no two accounts share: its address where that is proven, else address and
   * organization.
   */
  identity: string
  /** The address of the account. Several accounts may have one address; at most one of them is proven. */
  email: string
  /** The id of the one organization of an account whose address is not proven; null for a proven one. */
  unproven_org_id: string | null
  /** The hash of the password, as a PHC string of argon2id. */
  password_hash: string
  created_at: number
}

interface MemberTable {
  org_id: string
  user_id: string
  role: string
  id: string
  created_at: number
}

/** An invitation of a person to join, which exists until the person joins or the invitation ends. */
interface InvitationTable {
  id: string
  org_id: string
  /** The address of the person, in the form of accounts: trimmed and in lower case. */
  email: string
  role: string
  invited_by: string
  created_at: number
  expires_at: number
  /** The state of the invitation's mail, a `MailState`; `off` where the link was in the answer. */
  mail: Generated<string>
}

/** A message that was sent, by which further messages to its mailbox are limited. */
interface MailPermitTable {
  num: Generated<number>
  /** The kind of the message: `reset` or `invitation`. */
  kind: string
  /** A name of the mailbox, from which its address cannot be recovered. */
  mailbox: string
  at: number
}

export interface IdentityTables {
  organization: OrganizationTable
  user_account: UserTable
  member: MemberTable
  invitation: InvitationTable
  mail_permit: MailPermitTable
}
