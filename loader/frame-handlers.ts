import type { Handlers, Listeners } from '../shared/bridge/channel.ts'
import type { HostEvents, HostMethods } from '../shared/bridge/contract.ts'
import { fieldsOf, isSerializedError } from '../shared/bridge/guards.ts'
import { deserializeError } from '../shared/errors.ts'
import type { AlcoveError } from '../shared/errors.ts'

/** All that the frame can do to the host page. Nothing else crosses. */
export const createFrameHandlers = (
  askForToken: (question: unknown, controller: AbortController) => Promise<string | null>,
  close: () => void,
  setUnread: (count: number) => void,
  tell: (error: AlcoveError) => void,
): [Handlers<HostMethods>, Listeners<HostEvents>] => [
  {
    getToken: (question, controller) =>
      askForToken(question, controller).catch((error) => {
        tell(error)
        throw error
      }),
    close,
  },
  {
    state: (status) => setUnread(Number(fieldsOf(status)['unread'])),
    error(error) {
      if (isSerializedError(error)) tell(deserializeError(error))
    },
  },
]
