/** The reason why a domain does not show the requested text. */
export interface ProofFailure {
  code: 'no_record' | 'no_file' | 'other_text' | 'timeout' | 'blocked' | 'unreachable'
  /** The reason as a sentence for the owner of the domain. */
  reason: string
}

/** Reads what a domain publishes, to find out who owns it. Throws UNAVAILABLE when too many look-ups wait. */
export interface DomainProofs {
  /** Says why no TXT record of a name is the text; undefined where one is. */
  findInDns(name: string, text: string): Promise<ProofFailure | undefined>
  /** Says why the file at an https address is not the text; undefined where it is. */
  findInFile(url: string, text: string): Promise<ProofFailure | undefined>
}
