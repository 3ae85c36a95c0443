import { NO_TIMEOUT_MS } from '../../shared/bridge/channel.ts'
import type { JsonValue } from '../../shared/json.ts'
import type { PageMessage } from '../chat-commands.ts'
import type { IdentityClaim } from '../page-state.ts'
import type { FrameChannel } from './frame-link.ts'
import type { HostPage } from './host-page.ts'
import type { Extras, keepPlace } from './keep-place.ts'

/** Runs a command of `ChatCommands` by its name. */
export type RunCommand = (
  name: string,
  args: readonly unknown[],
  /** The user for whom the call was made. Default: the current user. */
  who?: IdentityClaim,
) => Promise<unknown>

/** Commands of the third file. */
const RARE =
  /^(open|show|hide|boot|shutdown|logout|update|context|metrics|doctor|exportTranscript|set(Theme|Locale))$/

/**
 * Returns a function that runs a command of the page by name. Commands that are not known here are forwarded
 * to the frame.
 *
 * @param place the chat's place, which some commands change.
 * @param reach returns the frame, and loads it if necessary.
 * @param update sends the current setup to the frame.
 */
export function createCommands(
  page: HostPage,
  place: ReturnType<typeof keepPlace>,
  reach: () => Promise<FrameChannel>,
  update: () => Promise<unknown>,
  importExtras: () => Promise<Extras>,
): RunCommand {
  const { given } = page

  /** Applies changed options to the place and the frame. */
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
    // A transcript of a long conversation first loads all older messages, so it has no time limit.
    const limits = asks || name === 'readTranscript' ? { timeoutMs: NO_TIMEOUT_MS } : {}
    return frame.call('run', { name, args: args as JsonValue[] }, limits)
  }
}
