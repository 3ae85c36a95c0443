// The third file of the loader, `alcove-extras.js`: for pages that place the chat or have invalid options,
// and for rarely used commands. The second file imports it.
import { TRANSCRIPT_MEDIA_TYPES, type TranscriptFormat } from '../../shared/bridge/transcript.ts'
import { isPlainObject } from '../../shared/json.ts'
import { mergeOptions } from '../page-options.ts'
import type { IdentityClaim } from '../page-state.ts'
import type { HostPage } from '../panel/host-page.ts'
import { importDebug } from './import-debug.ts'

export { checkHostCall } from './call-rules.ts'
export { openLink } from './open-link.ts'
export { createToolHost } from './tool-host.ts'
export { createPlacement } from './placement.ts'
export { enterPreview, leavePreview, wearLook } from './preview.ts'
export { readCredentials } from './read-credentials.ts'

type Run = (name: string, args: readonly unknown[]) => Promise<unknown>

/** For the page's developer: adds to a failure's card, or warns about an unknown event name. */
export const tellDeveloper = async (page: HostPage, of: Element | string): Promise<void> =>
  (await importDebug()).tellDeveloper(page, of)

/** Rarely used commands that the page's own side runs or starts; see `ChatCommands`. */
export const RARE_COMMANDS: Readonly<
  Record<string, (page: HostPage, run: Run, given: unknown, who: IdentityClaim) => Promise<unknown>>
> = {
  async update(page, run, patch) {
    page.given.all = mergeOptions(page.given.all, patch)
    page.restyle()
    page.redraw()
    await run('follow', [])
  },
  doctor: async (page) => (await importDebug()).diagnose(page),
  metrics: async (page) => (await importDebug()).measure(page),
  setTheme: (_page, run, theme) => run('update', [{ theme }]),
  setLocale: (_page, run, locale) => run('update', [{ locale }]),
  // Without arguments the first file runs them.
  close: (page) => page.setOpen(false, 'api'),
  toggle: (page) => page.setOpen(undefined, 'api'),
  show: async (page) => setShown(page, true),
  hide: async (page) => setShown(page, false),
  // Older name of `setContext` in the first file.
  async context({ given, change }, _run, value) {
    given.context = { value }
    change()
  },
  open: (page, run, given) => openWith(page, run, fieldsOf(given)),
  async boot(page, run, given, who) {
    const { auth = page.given.auth, ...options } = fieldsOf(given)
    // Runs first, so that a later `identify` takes precedence.
    // A shutdown may have been requested before; check the current claim.
    const isFree = page.given.who.given === 'none'
    const named = nameNext(page, isFree ? page.given.who : who, auth)
    named.catch(() => {})
    await run('update', [options])
    if (!page.root.isConnected) page.insert()
    await run('show', [])
    await named
  },
  async exportTranscript(page, run, given) {
    const pieces: string[] = []
    let args = given === undefined ? [] : [given]
    for (;;) {
      const piece = (await run('readTranscript', args)) as TranscriptPiece | null
      if (!piece) break
      pieces.push(piece.text)
      if (!piece.next) return new Blob(pieces, { type: TRANSCRIPT_MEDIA_TYPES[piece.format] })
      args = [piece.format, piece.next]
    }
    await page.setOpen(true, 'api')
    return null
  },
  async shutdown(page, run, _given, who) {
    const left = nameNext(page, who, 'none')
    left.catch(() => {})
    if (!page.given.isFixed) await page.setOpen(false, 'api')
    await run('hide', [])
    await left
  },
  async logout(page, run, given, who) {
    const { auth } = page.given
    try {
      // Through the frame, which also notifies the other tabs: no tab shows the user's content any more.
      await run('signOut', [fieldsOf(given), who.epoch])
    } finally {
      await nameNext(page, who, isAnonymous(auth) ? 'anonymous' : 'none')
    }
  },
}

/** Part of a conversation's transcript; `next`: start of the next part, 0 after the last. */
interface TranscriptPiece {
  readonly format: TranscriptFormat
  readonly text: string
  readonly next: number
}

/** Sets the user, unless the page has set one since the call. */
const nameNext = async (page: HostPage, who: IdentityClaim, next: unknown) =>
  page.given.who === who ? page.identify(next) : undefined

const isAnonymous = (auth: unknown) => auth === 'anonymous' || fieldsOf(auth)['anonymous'] === true

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (given: unknown): Fields => (isPlainObject(given) ? given : {})

function setShown({ panel, setOpen, change }: HostPage, isShown: boolean) {
  // A hidden sheet would keep the page locked.
  if (!isShown && panel.getAttribute('aria-modal') === 'true') void setOpen(false, 'api')
  panel.parentElement!.style.display = isShown ? '' : 'none'
  change()
}

/** Opens the panel and applies the options in the frame. Resolves when both are done and the composer is usable. */
async function openWith(page: HostPage, run: Run, wish: Fields) {
  const { threadId, newThread, prefill, view, focus } = wish
  const opened = page.setOpen(true, 'api')
  if (newThread) await run('newThread', [])
  else if (threadId !== undefined) await run('openThread', [threadId])
  if (prefill !== undefined) await run('setComposer', [prefill])
  if (view !== undefined) await run('showView', [view])
  if (focus) await run('focusComposer', [])
  return opened
}
