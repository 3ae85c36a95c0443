import { readFileSync } from 'node:fs'
import type { KnipConfig } from 'knip'

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

/** Packages of tests and checks: the whole repository uses them. */
const { dependencies: tools } = read('tools/package.json') as {
  dependencies: Readonly<Record<string, string>>
}
const { entry, project, ignore, ignoreBinaries, ignoreExportsUsedInFile } = read(
  'knip.json',
) as KnipConfig & { readonly entry: string[] }

/** Configuration of knip that finds unused files, exports and packages; `knip.json` lists the entries. */
const unusedCode = {
  workspaces: { '.': { entry, project, ignore, ignoreBinaries } },
  ignoreWorkspaces: ['tools'],
  ignoreDependencies: [...Object.keys(tools), '@size-limit/file'],
  // Plugins that knip enables only by a package of the root.
  vitest: true,
  playwright: true,
  ignoreExportsUsedInFile,
} as KnipConfig
export default unusedCode
