import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs the operator's command line beside a server, on its data; gives the output. */
export async function runOperator(dataDir: string, ...args: readonly string[]): Promise<string> {
  const line = ['server/cli/main.ts', ...args]
  const { stdout } = await promisify(execFile)(process.execPath, line, {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ALCOVE_DATA_DIR: dataDir,
    },
  })
  return stdout
}
