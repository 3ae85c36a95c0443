import { createChannel, NO_TIMEOUT_MS, type Channel } from '../../shared/bridge/channel.ts'
import type {
  CloseReason,
  FrameEvents,
  FrameMethods,
  HostEvents,
  HostMethods,
  TokenQuestion,
} from '../../shared/bridge/contract.ts'
import {
  isFrameSetup,
  isOpenRequest,
  isHumanQuestion,
  isToolReply,
} from '../../shared/bridge/guards.ts'
import { greetHost } from '../../shared/bridge/handshake.ts'
import { AlcoveError, serializeError } from '../../shared/errors.ts'
import type { FrameService, HostSide } from './serve-host.ts'

export interface ConnectToHostOptions {
  readonly window: Window
  readonly allowedHosts: readonly string[]
  readonly build: string
  /** New with every load of the frame. */
  readonly nonce: string
  /** Handles and makes calls to the host page. */
  readonly serve: (host: HostSide) => FrameService
  /** The handshake failed: `origin_not_allowed` or `frame_timeout`. */
  readonly onFail: (error: AlcoveError) => void
}

export interface HostConnection extends HostSide {
  close(reason: CloseReason): void
  sendPanelLayout(panel: HostEvents['panel']): void
  sendPanelWords(words: HostEvents['words']): void
  sendProjectLook(look: HostEvents['projectLook']): void
  leavePreview(): void
  /** Closes the port, or cancels the handshake. */
  destroy(): void
}

type HostChannel = Channel<HostMethods, HostEvents>

/** The frame's side of the bridge. A frame opened directly in a tab has no host, and sends no greeting. */
export function connectToHost(options: ConnectToHostOptions): HostConnection {
  const { window } = options
  let channel: HostChannel | undefined
  const stopGreeting =
    window.parent === window
      ? () => {}
      : greetHost({
          ...options,
          parent: window.parent,
          onConnect(port, setup) {
            channel = createChannel<FrameMethods, FrameEvents, HostMethods, HostEvents>(
              port,
              {
                setOpen: (request) => service.setOpen(parse(request, isOpenRequest)),
                update: (next) => service.update(parse(next, isFrameSetup)),
                askHuman: (question) => service.askHuman(parse(question, isHumanQuestion)),
                run: (command, { signal }) => service.run(command, signal),
              },
              { progress: (told) => service.noteProgress(told) },
            )
            // The first setup has no caller that waits, so its problems are reported as an event.
            service.update(setup).catch((error: unknown) => {
              channel?.emit('error', serializeError(error))
            })
          },
        })

  const connection: HostConnection = {
    // The callers set limits: `host-auth.ts` for tokens, and for tools a limit that pauses while a person is asked.
    async getToken(question: TokenQuestion, signal: AbortSignal) {
      if (!channel) throw new AlcoveError('token_missing', 'There is no host page.')
      const limits = { signal, timeoutMs: NO_TIMEOUT_MS }
      const token = await channel.call('getToken', question, limits)
      return typeof token === 'string' ? token : null
    },
    async getVisitorProof(signal) {
      if (!channel) throw new AlcoveError('unavailable', 'There is no host page.')
      const proof: unknown = await channel.call('getVisitorProof', null, {
        signal,
        timeoutMs: NO_TIMEOUT_MS,
      })
      return typeof proof === 'string' ? proof : null
    },
    async runTool(run, signal) {
      if (!channel) throw new AlcoveError('unavailable', 'There is no host page.')
      const limits = { signal, timeoutMs: NO_TIMEOUT_MS }
      return parse(await channel.call('runTool', run, limits), isToolReply)
    },
    async askTool(question, timeoutMs, signal) {
      if (!channel) throw new AlcoveError('unavailable', 'There is no host page.')
      return channel.call('askTool', question, { timeoutMs, ...(signal && { signal }) })
    },
    async openLink(press) {
      if (!channel) throw new AlcoveError('unavailable', 'There is no host page.')
      return (await channel.call('openLink', press)) === 'ask' ? 'ask' : 'done'
    },
    sendState: (state) => channel?.emit('state', state),
    sendError: (error) => channel?.emit('error', error),
    sendPanelLayout: (panel) => channel?.emit('panel', panel),
    sendPanelWords: (words) => channel?.emit('words', words),
    sendProjectLook: (look) => channel?.emit('projectLook', look),
    leavePreview: () => channel?.emit('leavePreview', null),
    sendEvent: (event) => channel?.emit('event', event),
    close(reason) {
      // The frame loses nothing without its loader.
      channel?.call('close', { reason }).catch(() => {})
    },
    destroy() {
      stopGreeting()
      channel?.close()
    },
  }
  const service = options.serve(connection)
  return connection
}

function parse<Value>(value: unknown, guard: (value: unknown) => value is Value): Value {
  if (guard(value)) return value
  throw new AlcoveError('invalid_request', 'The argument does not match the schema of the call.')
}
