import { AlcoveError } from '../../shared/errors.ts'
import type * as debugModule from '../debug/main.ts'
import { importChecked } from '../import-checked.ts'
import { inTime } from '../in-time.ts'

/** Beside this file, wherever that was loaded from. */
const DEBUG_FILE = './alcove-debug.js'
/** In the file of one version: what its fourth file must be, in the words of a tag's `integrity`. Elsewhere empty. */
declare const ALCOVE_DEBUG_INTEGRITY: string

/**
 * The fourth file of the loader, for whoever builds the page.
 *
 * @throws AlcoveError `script_failed`
 */
export async function importDebug(): Promise<typeof debugModule> {
  try {
    // Limit: FILE_TIMEOUT_MS of `inTime`, "a file that hangs is given up after its limit, and one that comes by then
    // is taken".
    return await inTime<typeof debugModule>(
      ALCOVE_DEBUG_INTEGRITY
        ? importChecked(new URL(DEBUG_FILE, import.meta.url).href, ALCOVE_DEBUG_INTEGRITY)
        : import(/* @vite-ignore */ DEBUG_FILE),
    )
  } catch (cause) {
    throw new AlcoveError('script_failed', DEBUG_FILE, { cause })
  }
}
