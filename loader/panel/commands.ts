import { NO_TIMEOUT_MS } from '../../shared/bridge/channel.ts'
import type { JsonValue } from '../../shared/json.ts'
import type { SaidIdentity } from '../page-said.ts'
import type { PageMessage } from '../chat-commands.ts'
import { keepPlace, type Extras } from './keep-place.ts'
import type { PanelShape } from './panel-view.ts'
import type { createFramePort } from './frame-port.ts'
import { mergeOptions } from './given-options.ts'
import type { HostPage } from './host-page.ts'

interface CommandWorld {
  readonly shape: PanelShape
  readonly redraw: () => void
  /** Tells the frame what is so by now. */
  readonly update: () => Promise<unknown>
  readonly port: ReturnType<typeof createFramePort>
  readonly importExtras: () => Promise<Extras>
  /** Of tools and context: what is sent goes out with what was said before. */
  readonly ready: () => Promise<unknown> | undefined
}

/** What the third file does of them. */
const RARE = [
  'exportTranscript',
  'open',
  'boot',
  'shutdown',
  'logout',
  'show',
  'hide',
  'context',
  'setTheme',
  'setLocale',
]

/**
 * Does what the page asks for by name. What nobody knows here, the frame does. Returns that, and the place of the
 * chat, which some of it changes.
 */
export function createCommands(
  page: HostPage,
  { shape, redraw, update, port, importExtras, ready }: CommandWorld,
) {
  const { given } = page

  async function changeOptions(patch: unknown) {
    given.all = mergeOptions(given.all, patch)
    page.restyle()
    redraw()
    await place.follow()
    await update()
  }

  async function run(
    name: string,
    args: readonly unknown[],
    who: SaidIdentity = given.who,
  ): Promise<unknown> {
    page.signal.throwIfAborted()
    const [first] = args
    if (name === 'update') return changeOptions(first)
    if (name === 'notify') return place.notify(first)
    if (RARE.includes(name))
      return (await importExtras()).RARE_COMMANDS[name]!(page, run, first, who)
    const asks = name === 'threads.delete' || name === 'deleteData'
    if (asks || (name === 'send' && (first as PageMessage | null)?.open))
      void page.setOpen(true, 'api')
    await ready()
    const frame = await port.connected(() => page.move('open'))
    // Of a long conversation all that is older is read first.
    const limits = asks || name === 'readTranscript' ? { timeoutMs: NO_TIMEOUT_MS } : {}
    return frame.call('run', { name, args: args as JsonValue[] }, limits)
  }
  const place = keepPlace(page, shape, importExtras, run, redraw)
  return [run, place] as const
}
