import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundleTypes } from './bundle-types.ts'
import { COMPILER } from './compiler.ts'
import { ENTRIES } from './write-npm-package.ts'

/** Writes the types of the published package into `dist/npm`: without internal ones, one file per entry. */
export async function writeNpmTypes(root: string): Promise<void> {
  const flags = ['-p', join(root, 'tsconfig.npm.json')]
  await promisify(execFile)(process.execPath, [join(root, COMPILER), ...flags])
  const written = join(root, 'dist/npm-types')
  const input = ['alcove', ...ENTRIES].map((name) => [name, join(written, `npm/${name}.d.ts`)])
  await bundleTypes({
    input: Object.fromEntries(input) as Record<string, string>,
    external: ['react'],
    folder: join(root, 'dist/npm'),
  })
  rmSync(written, { recursive: true })
}
