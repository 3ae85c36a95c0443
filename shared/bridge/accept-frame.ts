import { AlcoveError } from '../errors.ts'
import { PROTOCOL_VERSION } from './contract.ts'
import type { FrameSetup } from './contract.ts'
import { isHello, isRefused } from './handshake.ts'
import type { Init, MessageTarget } from './handshake.ts'

/** What a message of the frame led to. */
export interface AcceptedFrame {
  readonly nonce: string
  readonly build: string
  readonly port: MessagePort
}

/**
 * The loader's side of the handshake: looks at one message of the window. A proved frame that says
 * hello is sent its init, and this side of the port is returned. `undefined`: not for us, or said
 * before. Throws `version_skew`, or `origin_not_allowed` when the frame refuses.
 *
 * @param nonce of the last hello. A frame repeats its hello until it is answered; a new nonce is a
 *   new document, and gets a new port.
 */
export function acceptFrame(
  { source, origin, data }: MessageEvent,
  frame: MessageTarget | null,
  frameOrigin: string,
  nonce: string | undefined,
  getSetup: () => FrameSetup,
): AcceptedFrame | undefined {
  if (!frame || source !== (frame as unknown) || origin !== frameOrigin) return
  if (isRefused(data, nonce)) throw new AlcoveError('origin_not_allowed', data.code)
  if (!isHello(data) || data.nonce === nonce) return
  if (!data.protocol.includes(PROTOCOL_VERSION)) throw new AlcoveError('version_skew', data.build)
  const { port1, port2 } = new MessageChannel()
  const init: Init = {
    type: 'alcove:init',
    nonce: data.nonce,
    protocol: PROTOCOL_VERSION,
    setup: getSetup(),
  }
  frame.postMessage(init, frameOrigin, [port2])
  return { nonce: data.nonce, build: data.build, port: port1 }
}
