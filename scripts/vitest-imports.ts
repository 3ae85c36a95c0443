import { afterAll, vi } from 'vitest'

// Files of a project share their loaded modules (`vitest.config.ts`). A module that still loads when its file
// ends would fail, and with it the next file that imports the module.
afterAll(() => vi.dynamicImportSettled())
