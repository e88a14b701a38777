import { accessSync, chmodSync, constants, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const POWERS = '-dac_override,-dac_read_search'

/**
 * Returns the words before a command that make the rights of files hold for it: no words for most people, and for root
 * a program that takes away its power to pass them by. The probe is a file that may be made in `folder`.
 */
export function enforcingPermissions(folder: string): readonly string[] {
  const probe = join(folder, 'probe')
  writeFileSync(probe, '')
  chmodSync(probe, 0o400)
  try {
    accessSync(probe, constants.W_OK)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') return []
    throw error
  }
  return ['setpriv', '--bounding-set', POWERS, '--inh-caps', POWERS]
}
