/**
 * Records how the service answers a fixed set of requests, so that two commits can be compared.
 * `npm run record -- FILE` writes the record; `npm run record -- --compare FILE` sends the requests of that record again,
 * and prints every answer that is another. Long bodies are kept as their beginning and a hash; with `--whole` as they are.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  options: {
    compare: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const [file] = positionals
if (file === undefined) throw new Error('Name the file of the record')

// The setting names the folder of the threads, and the modules imported below read it as they load.
process.env['TESTED_BUNDLE'] = join(import.meta.dirname, '../../dist')
const { compareRecord, makeRecord } = await import('./make-record.ts')

const report = values.compare ? await compareRecord(file) : await makeRecord(file, values.whole)
process.stdout.write(`${report.text}\n`)
process.exitCode = report.isSame ? 0 : 1
