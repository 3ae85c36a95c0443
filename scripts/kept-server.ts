import { spawn } from 'node:child_process'
import { once } from 'node:events'

const STOP_LIMIT_MS = 20_000

/**
 * Runs a command until its standard input ends, which happens even if the parent process is killed. Then
 * stops the command and removes the folder.
 */
const KEEPER = `
folder=$1; signal=$2; shift 2
"$@" </dev/null >"$folder/log" 2>&1 & server=$!
cat >/dev/null
kill -$signal $server 2>/dev/null; wait $server
rm -rf "$folder"
`

export interface KeptServerOptions {
  /** Its working folder, which is removed with it. Its output is the file `log` in it. */
  readonly folder: string
  readonly command: readonly string[]
  /** Signal that stops it, for example `INT`. */
  readonly signal: 'INT' | 'KILL' | 'TERM'
  /** User that runs the process. Default: the current user. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined
}

export interface KeptServer {
  /** Can be called repeatedly. */
  stop(): Promise<void>
}

/** Starts a server that ends with this process, even after kill -9. */
export function startKeptServer({ folder, command, signal, user }: KeptServerOptions): KeptServer {
  const keeper = spawn('/bin/sh', ['-c', KEEPER, 'sh', folder, signal, ...command], {
    ...user,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
    // In a separate process group, because a kill of this group must not stop the keeper before it has
    // cleaned up.
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
