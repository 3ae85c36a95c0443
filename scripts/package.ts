// `npm run package`: the npm packages for host pages and for servers, as tarballs in dist/.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { buildProduct } from './build-product.ts'
import { readArguments } from './read-arguments.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { writeServerPackage } from './write-server-package.ts'

readArguments()
await buildProduct(REPOSITORY_ROOT)
const dist = join(REPOSITORY_ROOT, 'dist')
await writeServerPackage(REPOSITORY_ROOT, join(dist, 'server'))
execFileSync('npm', ['pack', './npm', './server'], { cwd: dist, stdio: 'inherit' })
