import { closeSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a file, and its entry in its folder, through to the disk, so that both survive a power cut. */
export function makeDurable(file: string): void {
  for (const path of [file, dirname(file)]) {
    const handle = openSync(path, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  }
}
