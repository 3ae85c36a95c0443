import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureProgram } from '../debian-package.ts'
import { findFreePort } from '../find-free-port.ts'
import { startKeptServer } from '../kept-server.ts'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { START_LIMIT_MS } from '../test-limits.ts'
import { PROXY_KINDS, type ProxyKind, type ProxyName } from './proxy-kinds.ts'

const POLL_MS = 50

export interface Proxy {
  readonly url: string
  /** Can be called repeatedly. */
  stop(): Promise<void>
}

export interface ProxySettings {
  readonly serverPorts: readonly number[]
  /** Default: a free one. */
  readonly port?: number
}

/** Runs a sample file of `docs/` in Debian's program, in front of local servers. */
export async function startProxy(
  name: ProxyName,
  { serverPorts, port }: ProxySettings,
): Promise<Proxy> {
  const kind: ProxyKind = PROXY_KINDS[name]
  const program = ensureProgram(kind.program)
  const folder = mkdtempSync(join(tmpdir(), 'alcove-proxy-'))
  const place = { folder, serverPorts, port: port ?? (await findFreePort()) }
  const sample = readFileSync(join(REPOSITORY_ROOT, 'docs', kind.sample), 'utf8')
  const config = join(folder, basename(kind.sample))
  writeFileSync(config, kind.localize(sample, place))
  for (const [file, text] of Object.entries(kind.files?.(place, sample) ?? {})) {
    writeFileSync(join(folder, file), text)
  }
  const command = kind.command(program, config, place)
  const keeper = startKeptServer({ folder, command, signal: kind.signal })
  const url = `http://127.0.0.1:${place.port}`
  try {
    await waitUntilReady(name, url, join(folder, 'log'))
  } catch (error) {
    await keeper.stop()
    throw error
  }
  return { url, stop: () => keeper.stop() }
}

async function waitUntilReady(name: ProxyName, url: string, logFile: string): Promise<void> {
  const end = performance.now() + START_LIMIT_MS
  for (;;) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined)
    await response?.body?.cancel()
    if (response?.ok) return
    if (performance.now() > end) {
      throw new Error(`${name} did not start. Its log:\n${readFileSync(logFile, 'utf8')}`)
    }
    await delay(POLL_MS)
  }
}
