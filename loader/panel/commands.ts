import { NO_TIMEOUT_MS } from '../../shared/bridge/channel.ts'
import { plainJsonText } from '../../shared/bridge/plain-json.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonValue } from '../../shared/json.ts'
import type { PageMessage } from '../chat-commands.ts'
import type { IdentityClaim } from '../page-state.ts'
import type { FrameChannel } from './frame-link.ts'
import type { HostPage } from './host-page.ts'
import type { Extras, keepPlace } from './keep-place.ts'
import type { OwnFailures } from './own-failures.ts'

/** Runs a command of `ChatCommands` by its name. */
export type RunCommand = (
  name: string,
  args: readonly unknown[],
  /** The user for whom the call was made. Default: the current user. */
  who?: IdentityClaim,
) => Promise<unknown>

/** Commands of the third file. */
const RARE =
  /^(open|close|toggle|show|hide|boot|shutdown|logout|update|context|metrics|doctor|exportTranscript|set(Theme|Locale))$/

/**
 * Returns a function that runs a command of the page by name. Commands that are not known here are forwarded
 * to the frame.
 *
 * @param place the chat's place, which some commands change.
 * @param reach returns the frame, and loads it if necessary.
 * @param update sends the current setup to the frame. @param restore adds the cause to a failure of the page's own.
 */
export function createCommands(
  page: HostPage,
  place: ReturnType<typeof keepPlace>,
  reach: () => Promise<FrameChannel>,
  update: () => Promise<unknown>,
  importExtras: () => Promise<Extras>,
  restore: OwnFailures['restore'],
): RunCommand {
  /** Applies changed options to the place and the frame. */
  async function follow() {
    await place.follow()
    await update()
  }

  return async function run(name, given, who = page.given.who) {
    page.signal.throwIfAborted()
    if (typeof name !== 'string') throw new AlcoveError('call_unknown', NAMELESS, { hint: EXAMPLE })
    const args = trim(given)
    const [first] = args
    if (name === 'follow') return follow()
    if (name === 'notify') return place.notify(first)
    if (RARE.test(name)) {
      const { checkHostCall, RARE_COMMANDS } = await importExtras()
      checkHostCall(name as never, args)
      return RARE_COMMANDS[name]!(page, run, first, who)
    }
    refuseCircles(name, args)
    const asks = name === 'threads.delete' ? typeof first === 'string' : name === 'deleteData'
    if (asks || (name === 'send' && (first as PageMessage | null)?.open === true))
      void page.setOpen(true, 'api')
    const frame = await reach()
    // A transcript of a long conversation first loads all older messages, so it has no time limit.
    const limits = asks || name === 'readTranscript' ? { timeoutMs: NO_TIMEOUT_MS } : {}
    return restore(frame.call('run', { name, args: args as JsonValue[] }, limits))
  }
}

const NAMELESS = 'expected the name of a command'
const EXAMPLE = "For example Alcove('open')."

/**
 * The arguments without trailing `undefined`, and without an event of the page: a command may be the handler of a
 * button.
 */
function trim(args: readonly unknown[]): readonly unknown[] {
  const isHandler = args[0] instanceof Event || Object(Object(args[0]).nativeEvent) instanceof Event
  const given = isHandler ? [] : args
  return given.slice(0, given.findLastIndex((arg) => arg !== undefined) + 1)
}

/** @throws AlcoveError `invalid_request` for arguments that JSON cannot write. */
function refuseCircles(name: string, args: readonly unknown[]): void {
  try {
    plainJsonText(args)
  } catch (cause) {
    const hint = 'They are sent to the chat as JSON: no circles, no bigints.'
    throw new AlcoveError('invalid_request', `${name}: expected arguments as JSON`, { hint, cause })
  }
}
