import { AlcoveError } from '../errors.ts'
import { PROTOCOL_VERSION } from './contract.ts'
import type { FrameSetup } from './contract.ts'
import { isHello, isRefused } from './handshake.ts'
import type { Init, MessageTarget } from './handshake.ts'

/** What a message of the frame led to. */
export interface AcceptedFrame {
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
 * @param onHello gets the nonce of a proved frame's new hello, whether it is answered or not.
 */
export function acceptFrame(
  { source, origin, data }: MessageEvent,
  frame: MessageTarget | null,
  frameOrigin: string,
  nonce: string | undefined,
  getSetup: () => FrameSetup,
  onHello: (nonce: string) => void,
): AcceptedFrame | undefined {
  if (!frame || source !== (frame as unknown) || origin !== frameOrigin) return
  if (isRefused(data, nonce)) throw new AlcoveError('origin_not_allowed', data.code)
  if (!isHello(data) || data.nonce === nonce) return
  onHello(data.nonce)
  if (!data.protocol.includes(PROTOCOL_VERSION)) throw new AlcoveError('version_skew', data.build)
  const { port1, port2 } = new MessageChannel()
  const init: Init = {
    type: 'alcove:init',
    nonce: data.nonce,
    protocol: PROTOCOL_VERSION,
    setup: getSetup(),
  }
  frame.postMessage(init, frameOrigin, [port2])
  return { build: data.build, port: port1 }
}
