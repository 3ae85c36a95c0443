// `npm run build`: loader, frame and package into dist/.
import { buildProduct } from './build-product.ts'
import { readArguments } from './read-arguments.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'

readArguments()
await buildProduct(REPOSITORY_ROOT)
