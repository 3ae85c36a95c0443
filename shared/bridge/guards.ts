import type { SerializedError } from '../errors.ts'
import { isPlainObject } from '../json.ts'
import type {
  ColorScheme,
  FrameSetup,
  HostIdentity,
  OpenRequest,
  PanelViewport,
  TokenQuestion,
} from './contract.ts'
import { isHostContext } from './host-context.ts'
import { isHostToolList } from './tool-guards.ts'

// Neither side trusts the other: the host page may be hostile, the frame may be taken over. Extra
// fields pass, since the other side may be newer.

/** No device has a larger safe area; whatever is above is not a measurement. */
export const INSET_LIMIT_PX = 500

const isInset = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= INSET_LIMIT_PX

/**
 * Any value's fields, `undefined` where there are none. What comes over a port was parsed and what
 * comes from another window was cloned, so that reading a field runs no code.
 */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  (value ?? {}) as Readonly<Record<string, unknown>>

const isColorScheme = (value: unknown): value is ColorScheme =>
  value === 'light' || value === 'dark'

export const isOpenRequest = (value: unknown): value is OpenRequest =>
  isPlainObject(value) &&
  typeof value['isOpen'] === 'boolean' &&
  typeof value['userGesture'] === 'boolean'

const isHostIdentity = (value: unknown): value is HostIdentity =>
  isPlainObject(value) &&
  Number.isSafeInteger(value['epoch']) &&
  Number(value['epoch']) >= 0 &&
  (value['mode'] === 'anonymous' ||
    value['mode'] === 'token' ||
    (value['mode'] === 'apiKey' &&
      ['apiKey', 'userId', 'workspaceId'].every((name) => typeof value[name] === 'string')))

const isPanelViewport = (value: unknown): value is PanelViewport =>
  isPlainObject(value) &&
  typeof value['isSheet'] === 'boolean' &&
  ['boolean', 'undefined'].includes(typeof value['canWiden']) &&
  ['top', 'right', 'bottom', 'left'].every((side) => isInset(value[side]))

export const isFrameSetup = (value: unknown): value is FrameSetup =>
  isPlainObject(value) &&
  typeof value['app'] === 'string' &&
  isColorScheme(value['scheme']) &&
  isPanelViewport(value['viewport']) &&
  isHostIdentity(value['identity']) &&
  (value['tools'] === undefined || isHostToolList(value['tools'])) &&
  (value['context'] === undefined || isHostContext(value['context'])) &&
  (value['isAnswering'] === undefined || typeof value['isAnswering'] === 'boolean')

export const isTokenQuestion = (value: unknown): value is TokenQuestion => {
  const { reason, previous } = fieldsOf(value)
  return (
    /^(initial|expiring|rejected|identity)$/.test(reason as string) &&
    (previous === null || typeof previous === 'string')
  )
}

export const isSerializedError = (value: unknown): value is SerializedError => {
  const { code, message } = fieldsOf(value)
  return typeof code === 'string' && typeof message === 'string'
}
