/** What `citable doctor` says of one thing: a problem fails the command, and what is not well has an advice. */
export interface Finding {
  check: string
  status: 'ok' | 'warning' | 'problem'
  says: string
  advice?: string
}

type Say = (says: string, advice: string) => Finding

/** Makes the findings of one check. */
export const verdictsOf = (check: string) => ({
  ok: (says: string): Finding => ({ check, status: 'ok', says }),
  warning: ((says, advice) => ({ check, status: 'warning', says, advice })) satisfies Say as Say,
  problem: ((says, advice) => ({ check, status: 'problem', says, advice })) satisfies Say as Say,
})
