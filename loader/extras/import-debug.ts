import { AlcoveError } from '../../shared/errors.ts'
import type * as debugModule from '../debug/main.ts'
import { importChecked } from '../import-checked.ts'
import { inTime } from '../in-time.ts'

/** Beside this file, wherever this file was loaded from. */
const DEBUG_FILE = './alcove-debug.js'
/** The fourth file's hash in the format of a tag's `integrity`. Set in the file of one version, empty elsewhere. */
declare const ALCOVE_DEBUG_INTEGRITY: string

/**
 * Loads the fourth file of the loader, for the page's developer.
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
