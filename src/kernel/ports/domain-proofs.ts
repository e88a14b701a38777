/** The reason why a domain does not show the requested text. */
export interface ProofFailure {
  code: 'no_record' | 'no_file' | 'other_text' | 'timeout' | 'blocked' | 'unreachable'
  /** A sentence for the owner of the domain. */
  reason: string
}

/** Reads what a domain publishes, to find out who owns it. Throws UNAVAILABLE when too many wait. */
export interface DomainProofs {
  /** Returns undefined where a TXT record of the name is the text. */
  findInDns(name: string, text: string): Promise<ProofFailure | undefined>
  /** Returns undefined where the file at an https address is the text. */
  findInFile(url: string, text: string): Promise<ProofFailure | undefined>
}
