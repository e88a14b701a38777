/** What the operations of each tag are about; the tag is the beginning of their names. */
export const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  server: 'What this server is, for who has not signed in.',
  auth: 'Setup, signing in and out, passwords, and the sessions of the caller.',
  keys: 'API keys with scopes, which are shown once.',
  sites: 'Sites, their configuration, and the score of their start page.',
  scans: 'Scans of sites, and how far they are.',
  tools: 'The score of any public page.',
  prompts: 'The prompts of pages, their history, and files of them.',
  rules: 'Rules that change prompts.',
  events: 'What the pages of a site send.',
  analytics: 'Numbers about readers and assistants.',
  exports: 'Files behind links that tools made.',
  questions: 'What readers asked.',
  topics: 'Topics of questions.',
  pages: 'The pages of a site, and their scores.',
  org: 'The organization of the caller.',
  mcp: 'How assistants are connected.',
}
