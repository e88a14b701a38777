import { API_BASE } from '../../../kernel/door/surface.ts'
import { escapeHtml } from '../../../lib/web/escape-html.ts'
import { hostLine, hostText, ownName } from './foreign-text.ts'
import { describedByError, errorNotice, framedPage } from './page-frame.ts'

export interface SignInView {
  /**
   * The path on which the person is led after the sign-in, such as `/authorize?…`; it goes into a hidden field `next`.
   */
  next: string
  /**
   * The client for which the person signs in, if any: its name (foreign text or null) and the host that it is led back
   * to.
   */
  client?: { name: string | null; host: string } | undefined
  /** The email address that was typed before; `error` is the reason why it was not accepted. */
  email?: string | undefined
  error?: string | undefined
}

/** Makes the page on which a person signs in. Its form posts `email`, `password` and `next` to `/sign-in`. */
export function signInPage({ next, client, email = '', error }: SignInView): string {
  return framedPage({
    title: titleOf(client, error),
    main: [
      '<h1>Sign in to Citable</h1>',
      client ? waitingClient(client) : '',
      errorNotice(error, false),
      '<form method="post" action="/sign-in">',
      `<input type="hidden" name="next" value="${escapeHtml(next)}">`,
      emailField(email, error),
      passwordField(email, error),
      '<button class="main">Sign in</button>',
      '</form>',
      HELP,
    ].join('\n'),
  })
}

function titleOf(client: SignInView['client'], error: string | undefined): string {
  if (error !== undefined) return 'Not signed in yet'
  return client ? `Sign in to choose what ${hostLine(client.host)} may read` : 'Sign in'
}

function waitingClient({ name, host }: NonNullable<SignInView['client']>): string {
  const own = ownName(name)
  return [
    `<p>Then you choose what <b class="host">${hostText(host)}</b> may read, or refuse.`,
    own === undefined ? '' : ` It calls itself ${own}, which Citable has not checked.`,
    ' Your password stays here.</p>',
  ].join('')
}

// A field of the type `email` would rewrite an address in other letters before it is sent.
const emailField = (email: string, error: string | undefined): string =>
  [
    '<div class="field"><label for="email">Email</label>',
    '<input id="email" name="email" type="text" inputmode="email" autocomplete="username" autocapitalize="none"',
    ` spellcheck="false" maxlength="254" required value="${escapeHtml(email)}"`,
    `${describedByError(error)}${email === '' ? ' autofocus' : ''}></div>`,
  ].join('')

const passwordField = (email: string, error: string | undefined): string =>
  [
    '<div class="field"><label for="password">Password</label>',
    '<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required',
    `${describedByError(error)}${email === '' ? '' : ' autofocus'}></div>`,
  ].join('')

const TOKEN_AND_PASSWORD = '<code>{"token": "…", "password": "…"}</code>'

/** The HTML that says how to set a lost password, and how to accept an open invitation, for which there is no page. */
const HELP = [
  '<section><h2>If you lost your password</h2>',
  '<p>Ask the operator of this server to run this with your address. It gives you a new one.',
  '<code class="line">npx citable owner reset-password --email ADDRESS</code></p>',
  `<p>Where the server sends mail, you can do it yourself: <code>POST ${API_BASE}/auth/password/forgot</code> with`,
  '<code>{"email": "…"}</code> mails you a link. Send what stands behind # in it, as',
  `${TOKEN_AND_PASSWORD}, to <code>POST ${API_BASE}/auth/password/reset</code>.</p></section>`,
  '<section><h2>If your invitation is still open</h2>',
  '<p>Accept it first: send what stands behind # in its link, as',
  `${TOKEN_AND_PASSWORD}, to <code>POST ${API_BASE}/auth/invitations/accept</code>.`,
  'The admin who invited you can help, and so can the operator.</p></section>',
].join('\n')
