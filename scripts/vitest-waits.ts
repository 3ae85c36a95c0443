import { afterAll, vi } from 'vitest'
import { withWaitLimit } from './test-limits.ts'

// Vitest has a setting for `expect.poll`, but not for `vi.waitFor`.
const { waitFor } = vi
vi.waitFor = (callback, options) => waitFor(callback, withWaitLimit(options))
afterAll(() => {
  vi.waitFor = waitFor
})
