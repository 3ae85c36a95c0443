import { PREVIEW_KEY, previewFramePath, previewTokenPattern } from '../../shared/preview-link.ts'
import { flattenOptions } from '../page-options.ts'
import type { GivenPage } from '../panel/host-page.ts'

/**
 * Takes the token of a preview out of the page's address, and keeps it for the pages of this tab. Sets the frame's
 * address to the preview, and opens the panel if the link was just followed.
 */
export function enterPreview({ given, url, setOpen }: GivenPage): void {
  const { app } = given.read
  const { pathname, search, hash } = location
  const [found, sent] = previewTokenPattern(app).exec(hash) ?? []
  const token = sent ?? sessionStorage.getItem(PREVIEW_KEY + app)
  if (!token) return
  url.href = url.href.replace(/(p\/[^/]+\/)?frame$/, previewFramePath(app, token))
  if (!found) return
  const rest = hash.replace(found, '').replace(/^&/, '#')
  history.replaceState(history.state, '', pathname + search + rest)
  // A failure is told by the panel.
  setOpen(true, 'api').catch(() => {})
  try {
    sessionStorage.setItem(PREVIEW_KEY + app, token)
  } catch {
    // Without storage the preview is on this page alone.
  }
}

/** Forgets the preview, and loads the page as visitors see it. */
export function leavePreview({ given }: GivenPage): void {
  sessionStorage.removeItem(PREVIEW_KEY + given.read.app)
  location.reload()
}

/** Gives the launcher the look of the draft; options of the page itself take precedence. */
export function wearLook({ given, restyle, redraw }: GivenPage, look: object): void {
  const { all } = given
  const flat = flattenOptions(all)
  const worn = Object.entries(look).filter(([name]) => flat[name] === undefined)
  given.all = { ...flat, ...Object.fromEntries(worn) }
  restyle()
  given.all = all
  redraw()
}
