import { readEventNames, readProductTypes } from '../../scripts/reference/read-options.ts'
import { REPOSITORY_ROOT } from '../../scripts/repository-root.ts'
import { test as base } from '../fixtures.ts'
import { NAMES_ANNOTATION, recordNames } from './record-names.ts'

const EVENTS = readEventNames(readProductTypes(REPOSITORY_ROOT))

/** A test whose report says which names of the reference it had at work. */
export const test = base.extend<{ recorded: Awaited<ReturnType<typeof recordNames>> }>({
  recorded: [
    async ({ page }, use, { annotations }) => {
      const names = await recordNames(page, EVENTS)
      await use(names)
      annotations.push({ type: NAMES_ANNOTATION, description: names.read().join('\n') })
    },
    { auto: true },
  ],
})

export { expect } from '../fixtures.ts'
