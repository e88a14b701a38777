/** The roles of members, from the one with the fewest rights. */
export const MEMBER_ROLES = ['viewer', 'editor', 'admin', 'owner'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]
