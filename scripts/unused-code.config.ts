import { readFileSync } from 'node:fs'
import type { KnipConfig } from 'knip'

interface Entries {
  readonly entry: string[]
  readonly project: string[]
  readonly ignore: string[]
  readonly ignoreBinaries: string[]
  readonly ignoreExportsUsedInFile: boolean
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

/** Packages of tests and checks: the whole repository uses them. */
const tools = read('tools/package.json') as {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}
const { entry, project, ignore, ignoreBinaries, ignoreExportsUsedInFile } = read(
  'knip.json',
) as Entries

/** Configuration of knip that finds unused files, exports and packages; `knip.json` lists the entries. */
const unusedCode: KnipConfig = {
  workspaces: { '.': { entry, project, ignore, ignoreBinaries } },
  ignoreWorkspaces: ['tools'],
  ignoreDependencies: [
    ...Object.keys({ ...tools.dependencies, ...tools.devDependencies }),
    '@size-limit/file',
  ],
  // Plugins that knip enables only by a package of the root.
  vitest: true,
  playwright: true,
  ignoreExportsUsedInFile,
}
export default unusedCode
