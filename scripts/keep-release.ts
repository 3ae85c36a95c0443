// `node scripts/node.mjs scripts/keep-release.ts`: builds a release, and stores its loader and frame for
// compatibility tests of later releases.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildProduct } from './build-product.ts'
import { keepRelease } from './released-files.ts'
import { readArguments } from './read-arguments.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'

readArguments()
const { version } = JSON.parse(readFileSync(join(REPOSITORY_ROOT, 'package.json'), 'utf8')) as {
  version: string
}
if (!/^\d+\.\d+\.\d+$/.test(version)) {
  throw new Error(`package.json has version ${version}: give it the number of the release first.`)
}
await buildProduct(REPOSITORY_ROOT)
console.log(`Kept in ${keepRelease(REPOSITORY_ROOT, version)}.`)
