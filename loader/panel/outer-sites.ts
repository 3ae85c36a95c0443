import { ofDocument } from '../own-document.ts'

/**
 * A site around the page without an address for a list: a sandbox, a file, or one that the browser does not
 * reveal.
 */
export const UNNAMED_SITE = 'a site without a name'

/**
 * The sites in whose frames this page stands, the nearest first, without the page's own. A browser shows the
 * chat's frame only if the service allows each of them.
 */
export function findOuterSites(): readonly string[] {
  // `window.top` cannot be shadowed by an element of the page.
  if (window.top === window.self) return []
  const outer = [...(location.ancestorOrigins ?? readReferrer())].map((origin) =>
    origin === 'null' ? UNNAMED_SITE : origin,
  )
  return [...new Set(outer)].filter((origin) => origin !== location.origin)
}

/** For browsers without `ancestorOrigins`: the embedding document is the referrer of the frame's first document. */
function readReferrer(): string[] {
  const referrer = ofDocument('referrer')
  return referrer ? [new URL(referrer).origin] : ['null']
}
