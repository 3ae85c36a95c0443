import { ofDocument } from '../own-document.ts'

/** A site around the page that no list can name: a sandbox, a file, or one that the browser does not tell. */
export const UNNAMED_SITE = 'a site without a name'

/**
 * The sites in whose frames this page stands, the nearest first, without the page's own. A browser shows the chat's
 * frame only where the service allows each of them.
 */
export function findOuterSites(): readonly string[] {
  // No element of the page can stand in front of `top`.
  if (window.top === window.self) return []
  const outer = [...(location.ancestorOrigins ?? readReferrer())].map((origin) =>
    origin === 'null' ? UNNAMED_SITE : origin,
  )
  return [...new Set(outer)].filter((origin) => origin !== location.origin)
}

/** For browsers without a list of them: the document around a frame is the referrer of its first document. */
function readReferrer(): string[] {
  const referrer = ofDocument('referrer')
  return referrer ? [new URL(referrer).origin] : ['null']
}
