/** A result that `citable doctor` reports. A problem makes the command fail; a warning or a problem has advice. */
export interface Finding {
  check: string
  status: 'ok' | 'warning' | 'problem'
  says: string
  advice?: string
}

/** Makes the functions that make findings of one check, by their status. */
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
