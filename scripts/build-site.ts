// `npm run site`: documentation and playground into dist/site.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { build as buildPages } from 'vitepress'
import { hashSources, SITE, stampBuild } from './build-stamp.ts'
import { readArguments } from './read-arguments.ts'
import { REPOSITORY_ROOT as root } from './repository-root.ts'
import { withPolicyTag } from './site-policy.ts'

readArguments()
process.env['NODE_ENV'] = 'production'
const hash = hashSources(root, process.env, SITE)
await build({ configFile: join(root, 'site/vite.config.ts'), logLevel: 'warn' })
// Throws for problems such as a link to a missing page.
await buildPages(join(root, 'site'))
for (const name of readdirSync(join(root, 'dist/site'), { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.html')) continue
  const path = join(root, 'dist/site', name)
  writeFileSync(path, withPolicyTag(readFileSync(path, 'utf8')))
}
stampBuild(root, hash, SITE)
