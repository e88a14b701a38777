import * as z from 'zod'
import { PASSWORD_CHARS, isPasswordLength } from '../../domain/password.ts'

/** An email address, in the normal form in which accounts have it. */
export const EmailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .min(3)
  .max(254)
  .check(z.email())
  .describe('Email address')

/** A new password that a person sets. */
export const NewPassword = z
  .string()
  .min(PASSWORD_CHARS.min, { abort: true })
  .max(PASSWORD_CHARS.max, { abort: true })
  .refine(isPasswordLength, `Must have ${PASSWORD_CHARS.min} to ${PASSWORD_CHARS.max} characters`)
  .describe('12 to 256 characters, compared in the form NFKC')

/**
 * The token of a one-time link, which is the part behind `#`. Any text is read; a text that is not a token opens
 * nothing.
 */
export const LinkToken = z.string().min(1).max(100).describe('What stands behind # in the link')
