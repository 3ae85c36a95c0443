import { execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundleTypes } from './bundle-types.ts'
import { COMPILER } from './compiler.ts'
import { findImportedPackages } from './imported-packages.ts'
import { pinPackages, type LockFile } from './pinned-packages.ts'

/** Its `files` are the entries of processes, of threads and of the package. */
const PROJECT = 'tsconfig.server.json'
const CONFIG = 'server/projects/define-config'
const PROGRAM = 'node/alcove-server.cjs'
/** Copied as they are, to their place in the package. */
const COPIES = {
  'dist/desk': 'dist/desk',
  'dist/frame': 'dist/frame',
  'dist/loader': 'dist/loader',
  'dist/v': 'dist/v',
  'alcove.config.example.ts': 'alcove.config.example.ts',
  'scripts/node': 'node',
  '.env.example': '.env.example',
  LICENSE: 'LICENSE',
  'npm/server-README.md': 'README.md',
}

/**
 * Writes the package `alcove-server`: the server as JavaScript, the built loader, frame and desk, the types of
 * `alcove.config.ts`.
 *
 * @param folder must not exist, or hold an earlier package.
 * @throws if loader and frame are not built.
 */
export async function writeServerPackage(root: string, folder: string): Promise<void> {
  if (!existsSync(join(root, 'dist/frame/index.html'))) throw new Error('Run npm run build first.')
  rmSync(folder, { recursive: true, force: true })
  await compile(root, folder)
  for (const [from, to] of Object.entries(COPIES)) {
    cpSync(join(root, from), join(folder, to), { recursive: true })
  }
  for (const page of globSync('docs/*.md', { cwd: root }))
    cpSync(join(root, page), join(folder, page))
  chmodSync(join(folder, PROGRAM), 0o755)
  writeFileSync(join(folder, 'index.js'), `export * from './${CONFIG}.js'\n`)
  const manifest = JSON.stringify(createManifest(root), null, 2)
  writeFileSync(join(folder, 'package.json'), `${manifest}\n`)
}

async function compile(root: string, folder: string): Promise<void> {
  const types = `${folder}-types`
  const compiler = join(root, COMPILER)
  const flags = ['-p', PROJECT, '--outDir', folder, '--declarationDir', types]
  await promisify(execFile)(process.execPath, [compiler, ...flags], { cwd: root })
  await bundleTypes({
    input: { index: join(types, `${CONFIG}.d.ts`) },
    external: ['valibot', '@ai-sdk/provider'],
    folder,
  })
  rmSync(types, { recursive: true })
}

function createManifest(root: string) {
  const { version, license, engines } = readJson(join(root, 'package.json')) as RootManifest
  const { files } = readJson(join(root, PROJECT)) as { readonly files: readonly string[] }
  const lock = readJson(join(root, 'package-lock.json')) as LockFile
  return {
    name: 'alcove-server',
    version,
    description: 'The server of Alcove, an AI chat assistant for any website.',
    license,
    type: 'module',
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './package.json': './package.json',
    },
    bin: { 'alcove-server': `./${PROGRAM}` },
    // The program fetches a newer Node for the server, if this one is older than `server` says.
    engines: { node: '>=20', server: engines.node },
    dependencies: pinPackages(lock, findImportedPackages(root, files)),
  }
}

interface RootManifest {
  readonly version: string
  readonly license: string
  readonly engines: { readonly node: string }
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
