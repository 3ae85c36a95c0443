import { relative } from 'node:path'
import { findConfig } from '../projects/load-config.ts'
import { command } from './command.ts'

/** Runs the server in this process, until a signal ends it. */
export const startCommand = command({
  name: 'start',
  about: 'Start the server in this folder',
  details:
    'Settings come from the environment and from .env, projects from alcove.config.ts or .js. The data is in\n' +
    './data, or in the folder that ALCOVE_DATA_DIR names. Ctrl-C or SIGTERM stops the server.',
  flags: {},
  async run({ readSettings }) {
    const folder = process.cwd()
    const { configPath, dataDir } = readSettings()
    // At a terminal only: elsewhere each line of the output is JSON.
    if (process.stdout.isTTY) {
      const config = configPath ?? findConfig(folder) ?? 'none, so one project with defaults'
      console.log(`Folder ${folder}\nData   ${relative(folder, dataDir)}\nConfig ${config}`)
    }
    await import('../main.ts')
    return undefined
  },
})
