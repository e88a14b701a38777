/**
 * Returns what counts as one mailbox: an address in lower case, without the detail that begins at `+`, since servers
 * deliver `anna+anything@example.com` to anna (RFC 5233). Dots count, as they do for most servers.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().normalize('NFKC').toLowerCase()
  const at = address.lastIndexOf('@')
  const plus = address.indexOf('+')
  const hasDetail = plus > 0 && plus < at
  return hasDetail ? `${address.slice(0, plus)}${address.slice(at)}` : address
}
