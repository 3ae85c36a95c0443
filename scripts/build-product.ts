import { join } from 'node:path'
import { build, createBuilder } from 'vite'
import { hasCompiler } from './compiler.ts'
import { hashSources, stampBuild } from './build-stamp.ts'
import { requireTexts } from './missing-texts.ts'
import { packBuild } from './pack-build.ts'
import { writeNpmPackage } from './write-npm-package.ts'
import { writeVersion } from './write-version.ts'

/** Builds loader, frame, desk and package into `dist`; types only if the compiler is installed. Throws if either fails, or if a release lacks translations. */
export async function buildProduct(root: string): Promise<void> {
  // A test runner sets the environment to "test", with which React would ship its slow build.
  process.env['NODE_ENV'] = 'production'
  await requireTexts(root)
  const hash = hashSources(root)
  const builder = await createBuilder({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
  })
  await builder.buildApp()
  await build({ configFile: join(root, 'vite.desk.config.ts'), logLevel: 'warn' })
  writeVersion(root)
  writeNpmPackage(root)
  await Promise.all([packBuild(join(root, 'dist')), writeTypes(root)])
  stampBuild(root, hash)
}

async function writeTypes(root: string): Promise<void> {
  if (!hasCompiler(root)) return
  const { writeNpmTypes } = await import('./write-npm-types.ts')
  await writeNpmTypes(root)
}
