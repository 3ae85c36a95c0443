import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A built file in Vite's manifest (`build.manifest`). */
interface BuiltFile {
  readonly file: string
  readonly css?: readonly string[]
  /** Names of entries that it imports statically. */
  readonly imports?: readonly string[]
}

const MANIFEST = '.vite/manifest.json'

/**
 * Paths of all files that a browser loads for some modules of a built app: their own files, the files that
 * these import statically, the styles of all, and the document.
 *
 * @param folder the built app, such as `dist/desk`
 * @param modules names of the manifest, such as `index.html` and the module of the first page
 * @returns without a build, the path of the missing manifest alone, which a count of sizes then reports
 */
export function listFirstFiles(folder: string, modules: readonly string[]): readonly string[] {
  const path = join(folder, MANIFEST)
  if (!existsSync(path)) return [path]
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, BuiltFile>
  const seen = new Set<string>()
  const files = new Set(['index.html'])
  const add = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const built = manifest[name]
    if (built === undefined) throw new Error(`${path} has no ${name}: build again.`)
    for (const file of [built.file, ...(built.css ?? [])]) files.add(file)
    // No limit: each name is added once.
    for (const imported of built.imports ?? []) add(imported)
  }
  modules.forEach(add)
  return [...files].map((file) => join(folder, file))
}
