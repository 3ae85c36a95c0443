import { spawn } from 'node:child_process'
import { once } from 'node:events'

const STOP_LIMIT_MS = 20_000

/**
 * Runs a command until its standard input ends, which is also when the process that holds the other
 * end dies, however it dies: then ends the command and removes the folder.
 */
const KEEPER = `
folder=$1; signal=$2; shift 2
"$@" </dev/null >"$folder/log" 2>&1 & server=$!
cat >/dev/null
kill -$signal $server 2>/dev/null; wait $server
rm -rf "$folder"
`

export interface KeptServerOptions {
  /** Its working folder, which goes with it; its output is the file `log` there. */
  readonly folder: string
  readonly command: readonly string[]
  /** How it is ended, for example `INT`. */
  readonly signal: 'INT' | 'KILL' | 'TERM'
  /** User that runs the process. Default: the current user. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined
}

export interface KeptServer {
  /** Harmless when called again. */
  stop(): Promise<void>
}

/** Starts a server that does not outlive this process, not even a kill -9 of it. */
export function startKeptServer({ folder, command, signal, user }: KeptServerOptions): KeptServer {
  const keeper = spawn('/bin/sh', ['-c', KEEPER, 'sh', folder, signal, ...command], {
    ...user,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
    // Not in our process group: a kill of that group must not take the keeper before its work.
    detached: true,
  })
  keeper.unref()
  return {
    async stop() {
      if (keeper.exitCode !== null || keeper.signalCode !== null) return
      keeper.ref()
      const exit = once(keeper, 'exit', { signal: AbortSignal.timeout(STOP_LIMIT_MS) })
      keeper.stdin.end()
      await exit
    },
  }
}
