/** The text of each link that a person gets, for a browser without scripts: the purpose of the link, and what to do. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  setup: [
    'This link makes you the owner of this Citable server. It works once.',
    'Switch on JavaScript for this address and open the link again. Who runs the server prints another link with <code>npx citable setup</code>.',
  ],
  'accept-invitation': [
    'With this link you accept an invitation to an organization on this Citable server. It works once.',
    'Switch on JavaScript for this address and open the link again. Who invited you can send another one.',
  ],
  'reset-password': [
    'With this link you set a new password for your account on this Citable server. It works once.',
    'Switch on JavaScript for this address and open the link again. Who runs the server makes another link with <code>npx citable owner reset-password</code>.',
  ],
}

const OTHERS = [
  'This is Citable: here owners of sites see what AI assistants and their readers do with their pages.',
  'Switch on JavaScript for this address. The same is in the API, which <a href="/docs">/docs</a> describes.',
]

/** Returns the name of the link at a path, where that link has a text of its own; otherwise an empty text. */
export const linkOf = (path: string): string => {
  const name = path.split('/')[2] ?? ''
  return Object.hasOwn(WORDS, name) ? name : ''
}

/** Puts the text of a link into the page, for browsers without scripts. */
export function withWords(page: Buffer, link: string): string {
  const lines = WORDS[link] ?? OTHERS
  const words = lines.map((line) => `<p>${line}</p>`).join('')
  return page
    .toString('utf8')
    .replace(
      '<noscript></noscript>',
      () => `<noscript><main class="first">${words}</main></noscript>`,
    )
}
