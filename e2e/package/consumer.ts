import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'
import { REPOSITORY_ROOT } from '../../scripts/repository-root.ts'

const run = promisify(execFile)

/** A project elsewhere that has installed the package from its tarball. */
export interface Consumer {
  readonly folder: string
  /** Environment of its programs, without that of the tests, whose NODE_ENV would make development builds. */
  readonly env: NodeJS.ProcessEnv
  /** The files of the tarball. */
  readonly packed: readonly string[]
  /** Writes files by their paths in the project. */
  write(files: Readonly<Record<string, string>>): Promise<void>
  /** Installs packages from the registry. */
  install(packages: readonly string[]): Promise<void>
  /** The path of an installed package's program; other paths stay unchanged. */
  programOf(name: string): string
  /** Runs a program of an installed package. */
  run(program: string, ...args: readonly string[]): Promise<unknown>
  /** Runs a program of Node in the project. */
  node(...args: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }>
  stop(): Promise<void>
}

/** @param links packages of this repository that the project also has, such as React. */
export async function createConsumer(links: readonly string[] = []): Promise<Consumer> {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-consumer-'))
  const { stdout } = await run(
    'npm',
    ['pack', join(REPOSITORY_ROOT, 'dist/npm'), '--pack-destination', folder, '--json'],
    { cwd: folder },
  )
  const packed = readPacked(JSON.parse(stdout))
  await writeFile(join(folder, 'package.json'), '{"type":"module","private":true}')
  const flags = ['--offline', '--no-audit', '--no-fund', '--legacy-peer-deps']
  await run('npm', ['install', ...flags, `./${packed.filename}`], { cwd: folder })
  for (const name of links) {
    const place = join(folder, 'node_modules', name)
    await mkdir(dirname(place), { recursive: true })
    await symlink(join(REPOSITORY_ROOT, 'node_modules', name), place)
  }
  const programOf = (name: string) =>
    isAbsolute(name) ? name : join(folder, 'node_modules/.bin', name)
  const env = { ...process.env }
  delete env['NODE_ENV']
  return {
    folder,
    env,
    programOf,
    async install(packages) {
      await run('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: folder })
    },
    run: (program, ...args) => run(programOf(program), args, { cwd: folder, env }),
    packed: packed.files.map(({ path }) => path),
    async write(files) {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await writeFile(join(folder, path), text)
      }
    },
    node: (...args) => run(process.execPath, args, { cwd: folder, env }),
    stop: () => rm(folder, { recursive: true, force: true }),
  }
}

interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

/** npm's report: a list, or from npm 12 on an object by name. */
function readPacked(answer: unknown): Packed {
  const [packed] = Object.values(answer as Record<string, Packed>)
  if (!packed) throw new Error('npm packed nothing.')
  return packed
}
