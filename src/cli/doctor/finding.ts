/** A result that `citable doctor` reports: a problem fails the command, and a warning or a problem has an advice. */
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
