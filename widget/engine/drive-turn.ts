import type { Message } from '../../shared/thread/message.ts'
import type { ChatOptions } from '../cloud/cloud.ts'
import type { ActiveTurn } from './active-turn.ts'
import { createReconnector, type ReconnectSettings } from './reconnect-turn.ts'
import { runTurn, type TurnEnd, type TurnSettings } from './run-turn.ts'
import { openAgain, type SendAgainSettings } from './send-again.ts'
import { noteTaken } from './send-receipt.ts'
import { hasContent } from './settle-turn.ts'
import type { TurnStream } from './transport.ts'

export interface DriveSettings
  extends
    ReconnectSettings,
    SendAgainSettings,
    Pick<TurnSettings, 'pace' | 'onStart' | 'onRemoved'> {
  /** The answer as it grows. */
  readonly onFold: (answer: Message) => void
}

/** Takes a turn from its call to its end, through all the streams that it takes, and draws it. */
export async function driveTurn(
  turn: ActiveTurn,
  settings: DriveSettings,
  open: (options: ChatOptions) => Promise<TurnStream>,
): Promise<TurnEnd> {
  const { kind, question, answer } = turn
  async function openNow(options: ChatOptions) {
    const stream = await open(options)
    noteTaken(turn)
    return stream
  }
  const line = createReconnector(turn, settings, openNow)
  const end = await runTurn({
    ...settings,
    answer,
    isLate: kind === 'follow',
    open: (options) => openAgain(openNow, turn, settings, options),
    reconnect: line?.reconnect,
    publish(shown) {
      // Calls that come after a stop must not run; those of a turn that began elsewhere may run there.
      if (!turn.isStopping && kind !== 'follow') settings.onFold(shown)
      turn.isShown ||= hasContent(shown)
      if (turn.isShown) settings.log.put(question.id, shown)
    },
    onDispatch() {
      turn.isDispatched = true
    },
  })
  line?.stop()
  return end
}
