import { join } from 'node:path'
import { createBuilder } from 'vite'
import { hashSources, stampBuild } from './build-stamp.ts'
import { requireTexts } from './missing-texts.ts'
import { packBuild } from './pack-build.ts'
import { writeNpmPackage } from './write-npm-package.ts'
import { writeVersion } from './write-version.ts'

/** Builds loader and frame into `dist`. Throws if either fails, or if a release lacks translations. */
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
  writeVersion(root)
  await Promise.all([packBuild(join(root, 'dist')), writeNpmPackage(root)])
  stampBuild(root, hash)
}
