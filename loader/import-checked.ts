import { createElement, ofDocument } from './own-document.ts'

/**
 * Imports a module if it has these bytes. A preload is checked by the browser, and an import gets what the
 * preload brought, without a second request. Of a page's policy this needs no more than the import
 * itself, and trusted types do not concern it, as they do a script's `src`.
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
