/** The least and the most characters of a password in its normal form. */
export const PASSWORD_CHARS = { min: 12, max: 256 } as const

/** Returns a password in the form in which it is hashed: keyboards write the same character in several ways. */
export const normalPassword = (password: string): string => password.normalize('NFKC')

export function isPasswordLength(password: string): boolean {
  const { length } = Array.from(normalPassword(password))
  return length >= PASSWORD_CHARS.min && length <= PASSWORD_CHARS.max
}
