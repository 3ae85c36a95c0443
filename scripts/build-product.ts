import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createBuilder } from 'vite'
import { hashSources, stampBuild } from './build-stamp.ts'

/** Builds loader and frame into `dist`. Throws when either fails. */
export async function buildProduct(root: string): Promise<void> {
  // Started from a test runner, the environment says "test", and React would ship its slow build.
  process.env['NODE_ENV'] = 'production'
  const hash = hashSources(root)
  const builder = await createBuilder({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
  })
  await builder.buildApp()
  await writeNpmTypes(root)
  stampBuild(root, hash)
}

async function writeNpmTypes(root: string): Promise<void> {
  const compiler = join(root, 'node_modules/tsc/bin/tsc')
  await promisify(execFile)(process.execPath, [compiler, '-p', join(root, 'tsconfig.npm.json')])
}
