import { execFile } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundleTypes } from './bundle-types.ts'

/** The entries of the package besides `alcove`. */
const ENTRIES = ['react', 'element', 'testing']

/**
 * Turns the built modules in `dist/npm` into the published package: types without internal ones, in one file
 * per entry, its manifest, and its documents.
 */
export async function writeNpmPackage(root: string): Promise<void> {
  const folder = join(root, 'dist/npm')
  await writeTypes(root, folder)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(createManifest(root), null, 2)}\n`)
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  cpSync(join(root, 'npm/README.md'), join(folder, 'README.md'))
  chmodSync(join(folder, 'doctor.js'), 0o755)
}

async function writeTypes(root: string, folder: string): Promise<void> {
  const compiler = join(root, 'node_modules/tsc/bin/tsc')
  await promisify(execFile)(process.execPath, [compiler, '-p', join(root, 'tsconfig.npm.json')])
  const written = join(root, 'dist/npm-types')
  const input = ['alcove', ...ENTRIES].map((name) => [name, join(written, `npm/${name}.d.ts`)])
  await bundleTypes({
    input: Object.fromEntries(input) as Record<string, string>,
    external: ['react'],
    folder,
  })
  rmSync(written, { recursive: true })
}

function createManifest(root: string): object {
  const { name, version, description, license } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<string, string>
  const entry = (file: string) => ({ types: `./${file}.d.ts`, default: `./${file}.js` })
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    sideEffects: ['./element.js'],
    exports: {
      '.': entry('alcove'),
      ...Object.fromEntries(ENTRIES.map((file) => [`./${file}`, entry(file)])),
      './package.json': './package.json',
    },
    bin: { alcove: './doctor.js' },
    engines: { node: '>=20' },
    peerDependencies: { react: '>=18' },
    peerDependenciesMeta: { react: { optional: true } },
  }
}
