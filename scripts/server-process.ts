import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

/** Longer than the server's own graceful stop, which lets running answers end. */
const STOP_LIMIT_MS = 30_000
/** A busy machine can take more than a minute; a server that fails exits immediately. */
const HEALTH_LIMIT_MS = 3 * 60_000
const HEALTH_CHECK_MS = 50
const HEALTH_ANSWER_LIMIT_MS = 2_000

export interface ServerProcess {
  readonly pid: number
  /** Resolves with its exit code; 1 if a signal ended it. */
  readonly exited: Promise<number>
  /** Asks it to end and waits; kills it after {@link STOP_LIMIT_MS}. */
  stop(): Promise<void>
}

export interface ServerProcessOptions {
  readonly script: string
  readonly env: NodeJS.ProcessEnv
  readonly root: string
}

/**
 * Starts the server on this Node. The IPC channel carries no messages: when it closes, the server knows that
 * this process is gone, even after kill -9.
 */
export function startServerProcess({ script, env, root }: ServerProcessOptions): ServerProcess {
  const child = spawn(process.execPath, [script], {
    cwd: root,
    env: withoutBlanks(env),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = new Promise<number>((done, fail) => {
    child.once('error', fail)
    child.once('exit', (code) => done(code ?? 1))
  })
  return {
    pid: child.pid ?? 0,
    exited,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      const killer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
      await exited
      clearTimeout(killer)
    },
  }
}

/** `NAME=` means "not set" everywhere, but a provider's package would read it as an empty address. */
function withoutBlanks(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''))
}

/** Resolves when `address` answers 200. Rejects when `signal` aborts or the limit is exceeded. */
export async function waitUntilHealthy(address: string, signal: AbortSignal): Promise<void> {
  const end = Date.now() + HEALTH_LIMIT_MS
  while (Date.now() < end) {
    signal.throwIfAborted()
    if (await isHealthy(address)) return
    await delay(HEALTH_CHECK_MS, undefined, { signal })
  }
  throw new Error(`${address} did not answer within ${HEALTH_LIMIT_MS / 1000} s.`)
}

async function isHealthy(address: string): Promise<boolean> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(HEALTH_ANSWER_LIMIT_MS) })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}
