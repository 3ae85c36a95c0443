// `npm run package`: the npm package for host pages, as a tarball in dist/.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { buildProduct } from './build-product.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'

await buildProduct(REPOSITORY_ROOT)
const dist = join(REPOSITORY_ROOT, 'dist')
execFileSync('npm', ['pack', './npm', '--pack-destination', '.'], { cwd: dist, stdio: 'inherit' })
