// `npm run build`: loader and frame into dist/, and what they weigh.
import { buildProduct } from './build-product.ts'
import { printSizes } from './print-sizes.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { measureSizes } from './sizes.ts'

await buildProduct(REPOSITORY_ROOT)
printSizes(measureSizes(REPOSITORY_ROOT))
