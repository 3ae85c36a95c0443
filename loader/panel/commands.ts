import { NO_TIMEOUT_MS } from '../../shared/bridge/channel.ts'
import type { JsonValue } from '../../shared/json.ts'
import type { PageMessage } from '../chat-commands.ts'
import type { IdentityClaim } from '../page-said.ts'
import type { FrameChannel } from './frame-link.ts'
import type { HostPage } from './host-page.ts'
import type { Extras, keepPlace } from './keep-place.ts'

/** Does what goes by a name in `ChatCommands`. */
export type RunCommand = (
  name: string,
  args: readonly unknown[],
  /** Who chatted when it was asked for. Default: who chats by now. */
  who?: IdentityClaim,
) => Promise<unknown>

/** What the third file does of them. */
const RARE =
  /^(open|show|hide|boot|shutdown|logout|update|context|metrics|doctor|exportTranscript|set(Theme|Locale))$/

/**
 * Returns how to do what the page asks for by name. What nobody knows here, the frame does.
 *
 * @param place of the chat, which some of it changes.
 * @param reach the frame, which is loaded for it.
 * @param update tells the frame what is so by now.
 */
export function createCommands(
  page: HostPage,
  place: ReturnType<typeof keepPlace>,
  reach: () => Promise<FrameChannel>,
  update: () => Promise<unknown>,
  importExtras: () => Promise<Extras>,
): RunCommand {
  const { given } = page

  /** The options changed: place and frame follow. */
  async function follow() {
    await place.follow()
    await update()
  }

  return async function run(name, args, who = given.who) {
    page.signal.throwIfAborted()
    const [first] = args
    if (name === 'follow') return follow()
    if (name === 'notify') return place.notify(first)
    if (RARE.test(name)) return (await importExtras()).RARE_COMMANDS[name]!(page, run, first, who)
    const asks = name === 'threads.delete' || name === 'deleteData'
    if (asks || (name === 'send' && (first as PageMessage | null)?.open))
      void page.setOpen(true, 'api')
    const frame = await reach()
    // Of a long conversation all that is older is read first.
    const limits = asks || name === 'readTranscript' ? { timeoutMs: NO_TIMEOUT_MS } : {}
    return frame.call('run', { name, args: args as JsonValue[] }, limits)
  }
}
