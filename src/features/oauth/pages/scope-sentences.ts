import type { Scope } from '../../../kernel/door/scopes.ts'

/** A scope that a person can grant to a client: one that reads, since no scope that writes is ever granted. */
type ReadScope = Extract<Scope, `${string}:read`>

/** The sentence that explains each scope that reads. */
export const SCOPE_SENTENCES: Readonly<Record<ReadScope, string>> = {
  'analytics:read':
    'Numbers: how many people come, press, share and ask, and from which assistants, pages and countries.',
  'sites:read': 'Sites: their pages as the last scan read them, their settings, and what to mend.',
  'prompts:read': 'Prompts: the texts that the buttons on your pages send to an assistant.',
  'rules:read': 'Rules: which pages get which prompt, and which get none.',
  'citations:read': 'Citations: whether assistants name your pages as their source.',
  'credits:read': 'Credits: how many are left, and when they renew.',
  'org:read': 'Organization: its name, its plan with its limits, and how many people are in it.',
}

/** Returns the sentence of a scope; undefined for a scope that writes. */
export const scopeSentence = (scope: Scope): string | undefined =>
  new Map<string, string>(Object.entries(SCOPE_SENTENCES)).get(scope)
