import type { ComponentType } from 'preact'

/** What a page gets of the address: the parts that its pattern names. */
export interface PageProps {
  params: Readonly<Record<string, string>>
}

export interface PageEntry {
  /** Parts of the path below `/app/`; one that begins with `:` takes any text. */
  path: string
  /** Opened without a session. */
  isPublic?: boolean
  /** One column without the list of pages. */
  isAlone?: boolean
  load: () => Promise<ComponentType<PageProps>>
}

/** Every page, each of which is loaded when it is opened; a literal path stands before the pattern that would take it. */
export const PAGES: readonly PageEntry[] = [
  {
    path: 'setup',
    isPublic: true,
    isAlone: true,
    load: async () => (await import('./pages/setup.tsx')).SetupPage,
  },
  {
    path: 'sign-in',
    isPublic: true,
    isAlone: true,
    load: async () => (await import('./pages/sign-in.tsx')).SignInPage,
  },
  {
    path: 'forgot-password',
    isPublic: true,
    isAlone: true,
    load: async () => (await import('./pages/forgot-password.tsx')).ForgotPasswordPage,
  },
  {
    path: 'reset-password',
    isPublic: true,
    isAlone: true,
    load: async () => (await import('./pages/reset-password.tsx')).ResetPasswordPage,
  },
  {
    path: 'accept-invitation',
    isPublic: true,
    isAlone: true,
    load: async () => (await import('./pages/accept-invitation.tsx')).AcceptInvitationPage,
  },
  { path: 'account', load: async () => (await import('./pages/account.tsx')).AccountPage },
  { path: 's/:siteId', load: async () => (await import('./pages/site.tsx')).SitePage },
  { path: 'sites', load: async () => (await import('./pages/sites.tsx')).SitesPage },
]

/** Finds the page of a path, with the parts that its pattern names. */
export function pageAt(
  path: string,
): { entry: PageEntry; params: Record<string, string> } | undefined {
  const parts = path.split('/')
  for (const entry of PAGES) {
    const params = matchParts(entry.path.split('/'), parts)
    if (params) return { entry, params }
  }
  return undefined
}

function matchParts(
  pattern: readonly string[],
  parts: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [i, name] of pattern.entries()) {
    const part = decode(parts[i] ?? '')
    if (part === undefined) return undefined
    if (name.startsWith(':')) params[name.slice(1)] = part
    else if (name !== part) return undefined
  }
  return params
}

/** Undefined for an address that somebody cut in the middle of a sign. */
function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
