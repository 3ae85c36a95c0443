import { isPlainObject } from '../../shared/json.ts'
import type { HostPage } from '../panel/host-page.ts'

type Run = (name: string, args: readonly unknown[]) => Promise<unknown>

/** What a page asks for once in a while, and its own side does or begins; see `ChatCommands`. */
export const RARE_COMMANDS: Readonly<
  Record<string, (page: HostPage, run: Run, given: unknown) => Promise<unknown>>
> = {
  setTheme: (_page, run, theme) => run('update', [{ theme }]),
  setLocale: (_page, run, locale) => run('update', [{ locale }]),
  show: async (page) => setShown(page, true),
  hide: async (page) => setShown(page, false),
  open: (page, run, given) => openWith(page, run, fieldsOf(given)),
  async boot(page, run, given) {
    const { auth = page.given.auth, ...options } = fieldsOf(given)
    if (Object.keys(options).length > 0) await run('update', [options])
    await page.identify(auth)
    if (!page.root.isConnected) page.insert()
    await run('show', [])
  },
  async shutdown(page, run) {
    const closed = page.setOpen(false, 'api')
    await run('hide', [])
    await closed
    // Nobody chats from now on, and nothing is loaded to say so.
    await page.identify('none')
  },
  async logout(page, run, given) {
    // By the frame, which tells the other tabs too: here and there nothing of them is shown any more.
    await run('signOut', [fieldsOf(given)])
    await page.identify(page.given.auth === 'anonymous' ? 'anonymous' : 'none')
  },
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (given: unknown): Fields => (isPlainObject(given) ? given : {})

function setShown({ panel, setOpen, change }: HostPage, isShown: boolean) {
  // A sheet that nobody sees would hold the page.
  if (!isShown && panel.getAttribute('aria-modal') === 'true') void setOpen(false, 'api')
  panel.parentElement!.style.display = isShown ? '' : 'none'
  change()
}

/** Opens the panel, and has the frame show what is wished for; the composer is usable when both are done. */
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
