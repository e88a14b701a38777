/** The roles of members, from the one that may least. */
export const MEMBER_ROLES = ['viewer', 'editor', 'admin', 'owner'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]
