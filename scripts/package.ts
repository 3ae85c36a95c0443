// `npm run package`: the npm packages for host pages and for servers, as tarballs in dist/.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { buildProduct } from './build-product.ts'
import { readArguments } from './read-arguments.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { writeServerPackage } from './write-server-package.ts'

readArguments()
console.log('Building loader, frame, desk and types: this takes some minutes.')
await buildProduct(REPOSITORY_ROOT)
const dist = join(REPOSITORY_ROOT, 'dist')
console.log('Packing.')
await writeServerPackage(REPOSITORY_ROOT, join(dist, 'server'))
const pack = (folder: string): string => {
  const output = execFileSync('npm', ['pack', '--silent', folder], { cwd: dist, encoding: 'utf8' })
  // Its last line is the name of the file.
  const name = output.trim().split('\n').at(-1)
  return join(dist, name ?? '')
}
const [page, server] = [pack('./npm'), pack('./server')]
console.log(`
For the project of your page:

  npm install ${page}
  import { createChat } from 'alcove'

For a server, in a folder of its own:

  npm install ${server}
  npx alcove-server start
`)
