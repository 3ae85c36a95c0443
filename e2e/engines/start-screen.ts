import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { START_LIMIT_MS } from '../../scripts/test-limits.ts'

/** Time for a program to end by itself; Orca waits now and then for a browser that has gone. */
const END_LIMIT_MS = 5_000

export interface RunningProcess {
  readonly child: ChildProcess
  end(): Promise<void>
}

/**
 * Starts a process that ends with this one. Only its standard output is readable, because desktop libraries
 * print many warnings.
 */
export async function startProcess(
  program: string,
  args: readonly string[],
  env = process.env,
): Promise<RunningProcess> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const kill = () => void child.kill()
  process.once('exit', kill)
  const exited = once(child, 'exit')
  await once(child, 'spawn')
  return {
    child,
    async end() {
      process.off('exit', kill)
      kill()
      const killing = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS)
      await exited
      clearTimeout(killing)
    },
  }
}

export interface Screen {
  /** Name for the variable `DISPLAY`. */
  readonly name: string
  end(): Promise<void>
}

/** Arguments; the program prints its display number. */
const SCREEN = '-displayfd 1 -screen 0 1280x800x24 -nolisten tcp'.split(' ')

/** Starts a virtual screen. */
export async function startScreen(program: string): Promise<Screen> {
  const display = await startProcess(program, SCREEN)
  const [number] = await once(createInterface(display.child.stdout!), 'line', {
    signal: AbortSignal.timeout(START_LIMIT_MS),
  })
  return { name: `:${number}`, end: display.end }
}
