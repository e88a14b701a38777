import { basename } from 'node:path'
import { build } from 'esbuild'

const SERVER = 'server.js'

/**
 * Joins the files that a server reads before it serves into one, since fifty files cost a start 12 ms more. Parts that are
 * read later find the joined files by their names: each of them passes on its exports from the one.
 */
export async function joinStart({ outputFiles, metafile }, options) {
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, o]) => [basename(path), o]))
  // The main file runs from the installation, and everything else from the copy: they share nothing.
  const ofMain = importedAtOnce('main.js', outputs)
  const joined = [...importedAtOnce(SERVER, outputs)].filter((name) => !ofMain.has(name))
  // Two files may export the same name, so the one file gives each name the number of its file.
  const uniqueName = (file, name) => (file === SERVER ? name : `${name}_${joined.indexOf(file)}`)
  const passOn = (file, from, toSpecifier) =>
    `export {${outputs.get(file).exports.map(toSpecifier).join(',')}} from './${from}'`
  const all = joined.map((file) =>
    passOn(file, file, (name) => `${name} as ${uniqueName(file, name)}`),
  )
  const texts = new Map(outputFiles.map((file) => [basename(file.path), file.text]))
  const textOf = (file) => (joined.includes(file) ? texts.get(file) : undefined)
  const server = await bundleText(all.join('\n'), textOf, options)
  const contentsOf = (file) =>
    file === SERVER
      ? server
      : passOn(file, SERVER, (name) => `${uniqueName(file, name)} as ${name}`)
  return outputFiles.map((file) => {
    const name = basename(file.path)
    return joined.includes(name) ? { path: file.path, contents: contentsOf(name) } : file
  })
}

/** The files that are read with a file, itself among them. */
function importedAtOnce(file, outputs, found = new Set()) {
  if (found.has(file)) return found
  found.add(file)
  for (const { path, kind } of outputs.get(file).imports) {
    const name = basename(path)
    if (kind === 'import-statement' && outputs.has(name)) importedAtOnce(name, outputs, found)
  }
  return found
}

/** Bundles a text with the files whose text is known; every other import stays as it is. */
async function bundleText(contents, textOf, options) {
  const files = {
    name: 'files',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ path, kind }) => {
        const file = basename(path)
        const isKnown = kind === 'import-statement' && textOf(file) !== undefined
        return isKnown ? { path: file, namespace: 'files' } : { path, external: true }
      })
      onLoad({ filter: /.*/, namespace: 'files' }, ({ path }) => ({ contents: textOf(path) }))
    },
  }
  const { outputFiles } = await build({ ...options, stdin: { contents }, plugins: [files] })
  return outputFiles[0].text
}
