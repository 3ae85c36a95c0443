import { createElement, ofDocument } from './own-document.ts'

/**
 * Imports a module if its bytes match the hash. The browser checks a preload, and the import reuses the
 * preloaded response without a second request. The page's policy has to allow no more than for the import
 * itself, and Trusted Types do not apply, as they would to a script's `src`.
 */
export const importChecked = <Module>(href: string, integrity: string): Promise<Module> =>
  // Limit: PANEL_TIMEOUT_MS of the controller or FILE_TIMEOUT_MS of `inTime`, "a file that hangs is given up after
  // its limit, and one that comes by then is taken".
  new Promise((resolve, onerror) =>
    ofDocument('documentElement').append(
      Object.assign(createElement('link', {}), {
        href,
        integrity,
        rel: 'modulepreload',
        onerror,
        onload: () => resolve(import(/* @vite-ignore */ href)),
      }),
    ),
  )
