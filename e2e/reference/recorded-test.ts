import { test as base } from '../fixtures.ts'
import { NAMES_ANNOTATION, recordNames } from './record-names.ts'

/** A test whose report lists the names of the reference that it used. */
export const test = base.extend<{ recorded: Awaited<ReturnType<typeof recordNames>> }>({
  recorded: [
    async ({ page }, use, { annotations }) => {
      const names = await recordNames(page)
      await use(names)
      annotations.push({ type: NAMES_ANNOTATION, description: names.read().join('\n') })
    },
    { auto: true },
  ],
})

export { expect } from '../fixtures.ts'
