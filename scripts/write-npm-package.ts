import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The entries of the package besides `alcove`. */
export const ENTRIES = ['react', 'element', 'testing']

/** Adds the manifest and the documents of the published package to the built modules in `dist/npm`. */
export function writeNpmPackage(root: string): void {
  const folder = join(root, 'dist/npm')
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(createManifest(root), null, 2)}\n`)
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  cpSync(join(root, 'npm/README.md'), join(folder, 'README.md'))
  chmodSync(join(folder, 'doctor.js'), 0o755)
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
