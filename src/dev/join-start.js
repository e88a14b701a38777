import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { build } from 'esbuild'

/**
 * Joins each source of `heads`, in the order in which a process reads them, with all files that it imports at once into
 * one file: with a hundred files, a start would search for and link each of them. Parts that are read later import from
 * the joined files what they imported from the files in them. All files but `entry`, with which a process starts, get
 * names that no other build has: a process goes on reading parts of its own build while the next one is made.
 */
export async function joinStart({ outputFiles, metafile }, { entry, heads, options }) {
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, o]) => [basename(path), o]))
  const texts = new Map(outputFiles.map((file) => [basename(file.path), file.text]))
  const headByFile = findHeads(outputs, heads)
  const kept = [...outputs.keys()].filter((file) => (headByFile.get(file) ?? file) === file)
  const joined = await Promise.all(
    kept.map(async (path) => ({
      path,
      contents: await bundleFile(path, { outputs, texts, headByFile }, options),
    })),
  )
  return nameByBuild(joined, entry)
}

/** Adds a hash of all files to the name of each, and to the imports of it. */
function nameByBuild(files, entry) {
  const hash = createHash('sha256')
  for (const { path, contents } of files) hash.update(`${path} ${contents.length} ${contents}`)
  const suffix = hash.digest('hex').slice(0, 8)
  const names = new Map(
    files
      .filter(({ path }) => path !== entry)
      .map(({ path }) => [path, path.replace(/\.js$/, `-${suffix}.js`)]),
  )
  const rename = (text) =>
    text.replaceAll(/(?<=["'`]\.\/)[\w.-]+\.js(?=["'`])/g, (name) => names.get(name) ?? name)
  return files.map(({ path, contents }) => ({
    path: names.get(path) ?? path,
    contents: rename(contents),
  }))
}

/** Finds, for each file that is joined, the file that it is joined into. */
function findHeads(outputs, heads) {
  const headByFile = new Map()
  for (const source of heads) {
    const [head] = [...outputs].find(([, { entryPoint }]) => entryPoint === source)
    for (const file of importedAtOnce(head, outputs)) {
      if (!headByFile.has(file)) headByFile.set(file, head)
    }
  }
  return headByFile
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

/** Bundles a file with those that are joined into it. It imports from another joined file what that one has joined. */
async function bundleFile(head, { outputs, texts, headByFile }, options) {
  const headOf = (file) => headByFile.get(file) ?? file
  const inside = [...outputs.keys()].filter((file) => headOf(file) === head)
  const files = [...headByFile.keys()]
  // Two files may export the same name, so the joined one gives each name the number of its file.
  const outsideName = (file, name) =>
    headOf(file) === file ? name : `${name}_${files.indexOf(file)}`
  const exportsOf = (file, from, specifier) =>
    `export {${outputs.get(file).exports.map(specifier).join(',')}} from './${from}'`
  const own = inside.map((file) =>
    exportsOf(file, file, (name) => `${name} as ${outsideName(file, name)}`),
  )
  const parts = {
    name: 'parts',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ path, kind, namespace }) => {
        const file = basename(path)
        const isPart = outputs.has(file) && kind === 'import-statement' && namespace !== 'outside'
        if (isPart && headOf(file) === head) return { path: file, namespace: 'inside' }
        if (isPart && headOf(file) !== file) return { path: file, namespace: 'outside' }
        return { path, external: true }
      })
      onLoad({ filter: /.*/, namespace: 'inside' }, ({ path }) => ({ contents: texts.get(path) }))
      onLoad({ filter: /.*/, namespace: 'outside' }, ({ path }) => ({
        contents: exportsOf(path, headOf(path), (name) => `${outsideName(path, name)} as ${name}`),
      }))
    },
  }
  const { outputFiles } = await build({
    ...options,
    stdin: { contents: own.join('\n') },
    plugins: [parts],
  })
  return outputFiles[0].text
}
