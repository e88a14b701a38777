import type { PageEntry } from '../page-entry.ts'

const alone = { isPublic: true, isAlone: true } as const

/** The pages by which people come into the service, and the page of a person's own account. */
export const COMING_IN_PAGES: readonly PageEntry[] = [
  { path: 'setup', ...alone, load: async () => (await import('./setup.tsx')).SetupPage },
  { path: 'sign-in', ...alone, load: async () => (await import('./sign-in.tsx')).SignInPage },
  {
    path: 'forgot-password',
    ...alone,
    load: async () => (await import('./forgot-password.tsx')).ForgotPasswordPage,
  },
  {
    path: 'reset-password',
    ...alone,
    load: async () => (await import('./reset-password.tsx')).ResetPasswordPage,
  },
  {
    path: 'accept-invitation',
    ...alone,
    load: async () => (await import('./accept-invitation.tsx')).AcceptInvitationPage,
  },
  { path: 'account', load: async () => (await import('./account.tsx')).AccountPage },
]
