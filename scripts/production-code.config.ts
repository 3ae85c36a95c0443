import type { KnipConfig } from 'knip'
import { DOCUMENTED_ENTRIES, SHIPPED_ENTRIES } from './reachable-files.ts'

/** Reads the settings of the build. */
const BUILD_ENTRY = 'vite.config.ts'

/** Draws the frame's document in the build. */
const FIRST_PAINT = 'widget/shell/early-document.tsx'

/** Loaded by their names. */
const LOCALES = 'widget/i18n/locales/*.ts'

/** Configuration of knip that finds code used only by tests. */
const productionCode: KnipConfig = {
  entry: [...SHIPPED_ENTRIES, ...DOCUMENTED_ENTRIES, LOCALES, FIRST_PAINT, BUILD_ENTRY].map(
    (path) => `${path}!`,
  ),
  project: [
    `${BUILD_ENTRY}!`,
    '{loader,npm,widget,desk,shared,server}/**/*.{ts,tsx}!',
    '!**/*.{test,test-support}.{ts,tsx}!',
    '!**/testing/**!',
  ],
  // Plugins would treat these files as configurations of tools.
  vite: false,
  vitest: false,
  ignoreExportsUsedInFile: true,
}
export default productionCode
