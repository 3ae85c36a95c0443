// `npm run site`: the documentation into dist/site.
import { join } from 'node:path'
import { build } from 'vitepress'
import { hashSources, SITE, stampBuild } from './build-stamp.ts'
import { REPOSITORY_ROOT as root } from './repository-root.ts'

process.env['NODE_ENV'] = 'production'
const hash = hashSources(root, process.env, SITE)
// Ends with what is wrong: a link to a page that is not there, for example.
await build(join(root, 'site'))
stampBuild(root, hash, SITE)
