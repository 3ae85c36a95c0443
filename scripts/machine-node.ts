import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { REPOSITORY_ROOT } from './repository-root.ts'

const own = join(REPOSITORY_ROOT, '.node')

/** The machine's own path: without the fetched Node, which this process may run on and which comes first. */
export const machinePath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.startsWith(own))

/** The machine's own Node, on which people start Alcove. */
export const machineNode =
  machinePath.map((folder) => join(folder, 'node')).find(existsSync) ?? 'node'

/** Its version, for example `20.20.2`. */
export const readMachineNodeVersion = (): string =>
  spawnSync(machineNode, ['--version'], { encoding: 'utf8' }).stdout.trim().replace(/^v/, '')
