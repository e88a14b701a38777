/** Every scope that a key can hold, with what it grants. Source: contract 5.3. */
export const SCOPES = {
  'analytics:read': 'Read shares, AI clicks, questions, referrers',
  'sites:read': 'List sites and install status',
  'sites:write': 'Update site configuration',
  'prompts:read': 'Read generated prompt templates',
  'prompts:write': 'Create, edit, regenerate, import and export prompts',
  'citations:read': 'Read Citation Monitor results',
  'credits:read': 'Read credit balance and ledger',
  'rules:read': 'Read prompt rules',
  'rules:write': 'Create, edit and delete prompt rules',
  'org:read': 'Read organization profile, plan and seats',
} as const

export type Scope = keyof typeof SCOPES

/** A word that a key can be granted: a scope, or `*` for all scopes. */
export type GrantableScope = Scope | '*'

// @NOTE Object.keys loses the key type; SCOPES is a literal, so its keys are exactly `Scope`.
export const ALL_SCOPES = Object.keys(SCOPES) as readonly Scope[]
export const GRANTABLE_SCOPES: readonly GrantableScope[] = [...ALL_SCOPES, '*']

/** Returns the scopes that a grant includes: `*` is all, and `x:write` implies `x:read` (contract 5.3, rule 1). */
export function expandScopes(granted: readonly string[]): ReadonlySet<Scope> {
  if (granted.includes('*')) return new Set(ALL_SCOPES)
  const expanded = new Set<Scope>()
  for (const scope of ALL_SCOPES) {
    const implied = scope.endsWith(':read') && granted.includes(scope.replace(/read$/, 'write'))
    if (implied || granted.includes(scope)) expanded.add(scope)
  }
  return expanded
}
