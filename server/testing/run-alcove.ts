import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { StorePlace } from '../../scripts/store-place.ts'
import { COMMANDS, runCli } from '../cli/run-cli.ts'
import { createTool } from '../cli/tool.ts'

const MAIN = join(import.meta.dirname, '..', 'cli', 'main.ts')

/** Empty, so that the developer's `.env` has no effect. */
const UNSET = {
  ALCOVE_SECRET: '',
  ALCOVE_CONFIG: '',
  ALCOVE_LIMITS: '',
  ALCOVE_MODEL: '',
  ALCOVE_HOST_SECRET: '',
  ALCOVE_PUBLIC_URL: '',
  ALCOVE_FILES_URL: '',
  ALCOVE_ALLOWED_ORIGINS: '',
  REDIS_URL: '',
  S3_BUCKET: '',
  PORT: '',
  DEMO_PORT: '',
  HOST: '',
}

type Place = Pick<StorePlace, 'databaseUrl' | 'dataDir'>

const environmentOf = ({ databaseUrl, dataDir }: Place) => ({
  ALCOVE_DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl ?? '',
})

export interface CliResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the operator's command line as a process, on the data of `place`. */
export async function runAlcove(
  place: Place,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CliResult> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: {
      ...UNSET,
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...environmentOf(place),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  return { code: code ?? 1, out, err }
}

/** The same in this process: faster, for tests of the command instead of the process. */
export async function runAlcoveHere(
  place: Place,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CliResult> {
  const printed = { out: '', err: '' }
  const screen = { write: (text: string) => void (printed.err += text) }
  const createHere = () => createTool({ ...environmentOf(place), ...env }, Date.now, screen)
  const code = await runCli(args, COMMANDS, createHere, {
    out: (line) => void (printed.out += `${line}\n`),
    err: (line) => void (printed.err += `${line}\n`),
  })
  return { code, ...printed }
}

/** The same, for a command that must succeed: returns its JSON. */
export async function runAlcoveJson<Facts>(
  place: Place,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Facts> {
  const { code, out, err } = await runAlcoveHere(place, [...args, '--json'], env)
  if (code !== 0) throw new Error(`alcove ${args.join(' ')} ended with ${code}: ${err}`)
  return JSON.parse(out) as Facts
}
