import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureProgram, isExecutable } from '../debian-package.ts'
import { startKeptServer } from '../kept-server.ts'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { START_LIMIT_MS } from '../test-limits.ts'
import { withLocalAddresses, type LocalAddresses } from './haproxy-config.ts'

const CONFIG = join(REPOSITORY_ROOT, 'docs', 'haproxy.cfg')
const POLL_MS = 50

export interface Balancer {
  readonly url: string
  /** Harmless when called again. */
  stop(): Promise<void>
}

/** Runs `docs/haproxy.cfg` in front of servers of this machine, until one of them can be reached. */
export async function startHaproxy(addresses: LocalAddresses): Promise<Balancer> {
  const program = ensureHaproxy()
  const folder = mkdtempSync(join(tmpdir(), 'alcove-haproxy-'))
  const config = join(folder, 'haproxy.cfg')
  writeFileSync(config, withLocalAddresses(readFileSync(CONFIG, 'utf8'), addresses))
  const command = [program, '-db', '-f', config]
  // It has nothing to save.
  const keeper = startKeptServer({ folder, command, signal: 'KILL' })
  const url = `http://127.0.0.1:${addresses.port}`
  try {
    await waitUntilReady(url, join(folder, 'log'))
  } catch (error) {
    await keeper.stop()
    throw error
  }
  return { url, stop: () => keeper.stop() }
}

const ensureHaproxy = (): string =>
  ensureProgram({
    name: 'HAProxy',
    debianPackage: 'haproxy',
    find: findHaproxy,
    advice:
      'The tests of several processes need HAProxy: install it (Debian: apt-get install haproxy), or put its folder on PATH.',
  })

function findHaproxy(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = [...(env['PATH'] ?? '').split(delimiter).filter(Boolean), '/usr/sbin']
  return folders.map((folder) => join(folder, 'haproxy')).find(isExecutable)
}

async function waitUntilReady(url: string, logFile: string): Promise<void> {
  const end = performance.now() + START_LIMIT_MS
  for (;;) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined)
    await response?.body?.cancel()
    if (response?.ok) return
    if (performance.now() > end) {
      throw new Error(`HAProxy did not start. Its log:\n${readFileSync(logFile, 'utf8')}`)
    }
    await delay(POLL_MS)
  }
}
