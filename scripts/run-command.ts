import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

export interface CommandOptions {
  readonly root: string
  readonly env?: NodeJS.ProcessEnv
  readonly signal?: AbortSignal
  /** Milliseconds after which it is killed. */
  readonly limitMs: number
  /** Called with the output as it arrives. */
  readonly onOutput?: (text: string) => void
}

export interface CommandResult {
  /** 1 if a signal or the time limit ended it. */
  readonly code: number
  /** Output of both streams in order, without colours. */
  readonly output: string
}

/** Time between the request to end and the kill. */
const KILL_AFTER_MS = 5_000

/** Runs an installed tool or a script of the repository on this Node. Never rejects. */
export function runNode(args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  const { root, env = process.env, signal, limitMs, onOutput } = options
  return new Promise((done) => {
    if (signal?.aborted) return done({ code: 1, output: 'Not run.' })
    const child = spawn(process.execPath, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const add = (text: string): void => {
      output += text
      onOutput?.(text)
    }
    child.stdout.setEncoding('utf8').on('data', add)
    child.stderr.setEncoding('utf8').on('data', add)

    let killer: ReturnType<typeof setTimeout> | undefined
    const end = (): void => {
      child.kill('SIGTERM')
      killer ??= setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS)
    }
    const limit = setTimeout(() => {
      output += `\nEnded: it took longer than ${limitMs / 1000} s.\n`
      end()
    }, limitMs)
    signal?.addEventListener('abort', end)

    const settle = (code: number): void => {
      clearTimeout(limit)
      clearTimeout(killer)
      signal?.removeEventListener('abort', end)
      done({ code, output: stripVTControlCharacters(output) })
    }
    child.once('error', (error) => {
      output += `${error.message}\n`
      settle(1)
    })
    child.once('close', (code) => settle(code ?? 1))
  })
}
