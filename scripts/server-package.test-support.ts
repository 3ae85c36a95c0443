import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { findFreePort } from './find-free-port.ts'
import { machineNode, machinePath } from './machine-node.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { waitUntilHealthy } from './server-process.ts'
import { START_LIMIT_MS } from './test-limits.ts'
import { writeServerPackage } from './write-server-package.ts'

export interface InstalledPackage {
  readonly folder: string
  /** Its program, for the machine's own Node. */
  readonly program: string
  /** The user's folder for files that can be fetched again. */
  readonly cache: string
}

/** The package as npm installs it, with links to this repository's packages and to the Node of this test. */
export async function installPackage(): Promise<InstalledPackage> {
  const root = mkdtempSync(join(tmpdir(), 'alcove-installed-'))
  const folder = join(root, 'node_modules/alcove-server')
  await writeServerPackage(REPOSITORY_ROOT, folder)
  const { dependencies } = readJson(join(folder, 'package.json')) as {
    dependencies: Record<string, string>
  }
  for (const name of Object.keys(dependencies)) {
    link(join(REPOSITORY_ROOT, 'node_modules', name), join(root, 'node_modules', name))
  }
  const cache = join(root, 'cache')
  const { packages } = readJson(join(folder, 'node/package-lock.json')) as {
    packages: Record<string, unknown>
  }
  const version = process.versions.node
  for (const place of Object.keys(packages).filter(Boolean)) {
    link(process.execPath, join(cache, 'alcove-server/node', version, place, 'bin/node'))
  }
  return { folder, program: join(folder, 'node/alcove-server.cjs'), cache }
}

/** An empty folder of an owner, in which the package's program runs. */
export function createOwnersFolder({ program, cache }: InstalledPackage) {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-owner-'))
  function spawnProgram(args: readonly string[], env: Readonly<Record<string, string>>) {
    const child = spawn(machineNode, [program, ...args], {
      cwd: folder,
      env: { PATH: machinePath.join(delimiter), XDG_CACHE_HOME: cache, HOME: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return { child, exited: once(child, 'exit') as Promise<[number | null]> }
  }
  return {
    folder,
    write: (name: string, content: string) => writeFileSync(join(folder, name), content),
    /** Runs a command until its end. */
    async run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
      const { child, exited } = spawnProgram(args, env)
      const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited])
      return { code, out, err }
    },
    /** Starts the server, and waits until it answers. */
    async start(env: Readonly<Record<string, string>> = {}) {
      const port = await findFreePort()
      const { child, exited } = spawnProgram(['start'], { PORT: String(port), ...env })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (data: Buffer) => (output += data.toString()))
      }
      onTestFinished(async () => {
        child.kill('SIGTERM')
        await exited
      })
      const origin = `http://127.0.0.1:${port}`
      const waiting = new AbortController()
      const ended = exited.then(() => Promise.reject(new Error(`It ended:\n${output}`)))
      ended.catch(() => {})
      const limit = AbortSignal.any([waiting.signal, AbortSignal.timeout(START_LIMIT_MS)])
      await Promise.race([waitUntilHealthy(`${origin}/healthz`, limit), ended]).finally(() =>
        waiting.abort(),
      )
      return {
        origin,
        output: () => output,
        async stop() {
          child.kill('SIGTERM')
          return (await exited)[0]
        },
      }
    },
  }
}

function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  symlinkSync(from, to)
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
