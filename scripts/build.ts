// `npm run build`: loader, frame and package into dist/.
import { buildProduct } from './build-product.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'

await buildProduct(REPOSITORY_ROOT)
