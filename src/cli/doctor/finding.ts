/** What `citable doctor` says of one thing: a problem fails the command, and what is not well has an advice. */
export interface Finding {
  check: string
  status: 'ok' | 'warning' | 'problem'
  says: string
  advice?: string
}

/** Makes the findings of one check. */
export const verdictsOf = (check: string) => {
  const say =
    (status: Finding['status']) =>
    (says: string, advice: string): Finding => ({ check, status, says, advice })
  return {
    ok: (says: string): Finding => ({ check, status: 'ok', says }),
    warning: say('warning'),
    problem: say('problem'),
  }
}
