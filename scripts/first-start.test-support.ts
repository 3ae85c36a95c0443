import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { findFreePort } from './find-free-port.ts'
import { listen } from './listen.ts'
import { machineNode, machinePath } from './machine-node.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'

/** Faults of a registry; `ok` answers. */
export type Behaviour = '503' | 'cut' | 'hang' | 'ok'

/** A small package that replaces a large one. */
export interface StandIn {
  readonly name: string
  /** Texts by path; files below `bin` are executable. */
  readonly files: Readonly<Record<string, string>>
}

export const STAND_IN_VERSION = '99.0.0'
/** Result of a clone's script after a successful start. */
export const RAN = { code: 0, output: 'ran a b\n' }

export const lines = (text: string): string[] => text.trimEnd().split('\n')

/** A Node of two lines: it prints its version and delegates the rest to the Node of this test. */
export const standInNode = (version = STAND_IN_VERSION): StandIn => ({
  name: 'stand-in-node',
  files: {
    'bin/node': `#!/bin/sh\n[ "$1" = --version ] && echo v${version} || exec '${process.execPath}' "$@"\n`,
  },
})

/** Lock file entry for this platform, with the integrity of the package that {@link startRegistry} serves. */
export const lockEntry = (tarball: Buffer): Record<string, unknown> => ({
  version: STAND_IN_VERSION,
  integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
  os: [process.platform],
  cpu: [process.arch],
  optional: true,
})

/** Packs a package; the same package gives the same bytes. */
export function pack({ name, files }: StandIn): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-pack-'))
  try {
    const facts = { name, version: STAND_IN_VERSION }
    for (const [path, text] of Object.entries({
      'package.json': JSON.stringify(facts),
      ...files,
    })) {
      const file = join(folder, 'package', path)
      mkdirSync(join(file, '..'), { recursive: true })
      writeFileSync(file, text, { mode: path.startsWith('bin/') ? 0o755 : 0o644 })
    }
    const { stdout, status } = spawnSync('tar', ['-czf', '-', '-C', folder, 'package'])
    if (status !== 0) throw new Error('tar could not pack the stand-in.')
    return stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Plays these behaviours, one per call, and then answers. */
export function playing(behaviours: readonly Behaviour[]): () => Behaviour {
  const left = [...behaviours]
  return () => left.shift() ?? 'ok'
}

/** A registry of one package; `behave` is called for each document and each tarball. */
export async function startRegistry(
  name: string,
  tarball: Buffer,
  behave: () => Behaviour,
  port?: number,
): Promise<{ readonly url: string }> {
  const free = port ?? (await findFreePort())
  const url = `http://127.0.0.1:${free}/`
  const document = {
    name,
    versions: {
      [STAND_IN_VERSION]: {
        name,
        version: STAND_IN_VERSION,
        dist: { tarball: `${url}${name}/-/${name}.tgz` },
      },
    },
  }
  const server = createServer((request, response) => {
    const isTarball = request.url?.endsWith('.tgz') === true
    answer(response, isTarball ? tarball : Buffer.from(JSON.stringify(document)), isTarball)
  })
  function answer(response: ServerResponse, body: Buffer, isTarball: boolean): void {
    const behaviour = behave()
    switch (behaviour) {
      case '503':
        return void response.writeHead(503).end('no')
      case 'hang':
        return
      case 'cut':
        // The document is sent completely; only the tarball is cut off.
        if (!isTarball) return void response.end(body)
        response.writeHead(200, { 'Content-Length': body.length })
        return void response.write(body.subarray(0, body.length / 2), () => response.destroy())
      case 'ok':
        return void response.end(body)
      default:
        behaviour satisfies never
    }
  }
  await listen(server, free, '127.0.0.1', 'PORT')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url }
}

export interface CloneOptions {
  /** The pinned Node; absent: this machine's own is new enough. */
  readonly node?: { readonly standIn: StandIn; readonly tarball: Buffer }
  /** The lock file of the root. */
  readonly packages?: Readonly<Record<string, Record<string, unknown>>>
  readonly pausesSeconds?: readonly number[]
  readonly silenceSeconds?: number
}

/** A clone after `npm install`, with an empty cache, for which every Node is too old. */
export function createClone({
  node,
  packages,
  pausesSeconds = [0.1, 0.1],
  silenceSeconds = 1,
}: CloneOptions) {
  const root = mkdtempSync(join(tmpdir(), 'alcove-clone-'))
  const cache = mkdtempSync(join(tmpdir(), 'alcove-cache-'))
  onTestFinished(() => {
    for (const folder of [root, cache]) rmSync(folder, { recursive: true, force: true })
  })
  const write = (path: string, value: unknown): void =>
    writeFileSync(join(root, path), JSON.stringify(value))
  mkdirSync(join(root, 'node_modules'))
  cpSync(join(REPOSITORY_ROOT, 'scripts/node.mjs'), join(root, 'scripts/node.mjs'))
  cpSync(join(REPOSITORY_ROOT, 'scripts/node'), join(root, 'scripts/node'), { recursive: true })
  write('package.json', { engines: { node: node ? '>=999' : '>=1' } })
  write('scripts/node/package.json', { config: { pausesSeconds, silenceSeconds } })
  if (node) {
    const entry = lockEntry(node.tarball)
    write('scripts/node/package-lock.json', {
      packages: { '': {}, [`node_modules/${node.standIn.name}`]: entry },
    })
  }
  if (packages) write('package-lock.json', { packages })
  writeFileSync(join(root, 'script.mjs'), "console.log('ran', ...process.argv.slice(2))")

  return {
    root,
    /** Starts `scripts/node.mjs script.mjs` on the machine's own Node, with these flags before the script. */
    start(registry: string, flags: readonly string[] = []) {
      const child = spawn(machineNode, ['scripts/node.mjs', ...flags, 'script.mjs', 'a', 'b'], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          HOME: root,
          PATH: machinePath.join(delimiter),
          npm_config_registry: registry,
          npm_config_cache: cache,
        },
      })
      let output = ''
      let errors = ''
      child.stdout.on('data', (text: Buffer) => (output += text.toString()))
      child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
      const ended = new Promise<{ code: number | null; output: string; errors: string }>((done) =>
        child.once('close', (code) => done({ code, output, errors })),
      )
      onTestFinished(async () => {
        child.kill('SIGKILL')
        await ended
      })
      return { child, ended, errors: () => errors }
    },
  }
}

/** The retry delays of the product. */
export const realWaits = (): { readonly pausesSeconds: readonly number[] } =>
  (
    JSON.parse(readFileSync(join(REPOSITORY_ROOT, 'scripts/node/package.json'), 'utf8')) as {
      config: { pausesSeconds: readonly number[] }
    }
  ).config
