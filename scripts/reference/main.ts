import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { drawReference } from './draw-reference.ts'
import { readProductTypes } from './read-options.ts'
import { readArguments } from '../read-arguments.ts'

readArguments()

export const REFERENCE_FILE = 'docs/reference.md'

if (import.meta.main) {
  const page = drawReference(readProductTypes(REPOSITORY_ROOT))
  writeFileSync(join(REPOSITORY_ROOT, REFERENCE_FILE), page)
}
