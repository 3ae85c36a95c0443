import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface InstalledPackages {
  /** Folder with `node_modules`. */
  readonly folder: string
  remove(): Promise<void>
}

type Versions = Readonly<Record<string, string>>

/** Installs published packages into a folder of their own, without running their scripts. */
export async function installPackages(
  dependencies: Versions,
  overrides: Versions = {},
): Promise<InstalledPackages> {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-gateway-'))
  const content = JSON.stringify({ name: 'gateway', private: true, dependencies, overrides })
  await writeFile(join(folder, 'package.json'), content)
  await promisify(execFile)('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
  })
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
