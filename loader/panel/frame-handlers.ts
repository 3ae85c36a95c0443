import type { Handlers, Listeners } from '../../shared/bridge/channel.ts'
import type { HostEvents, HostMethods } from '../../shared/bridge/contract.ts'
import { fieldsOf, isSerializedError } from '../../shared/bridge/guards.ts'
import { AlcoveError, deserializeError } from '../../shared/errors.ts'
import { askForToken } from './ask-for-token.ts'
import type { HostPage } from './host-page.ts'

/** All that the frame can do to the host page. Nothing else crosses. */
export const createFrameHandlers = (
  { getProvider, close, setUnread, tell }: HostPage,
  runTool: Handlers<HostMethods>['runTool'],
  setWide: (isWide: boolean) => void,
): [Handlers<HostMethods>, Listeners<HostEvents>] => [
  {
    async getToken(question, controller) {
      const provider = getProvider(fieldsOf(question)['epoch'])
      // It was on its way when the page said who chats now: that is nobody's failure.
      if (provider === null) throw new AlcoveError('auth_failed', 'getToken')
      return askForToken(provider, question, controller).catch((error) => {
        tell(error)
        throw error
      })
    },
    close,
    runTool,
  },
  {
    state(status) {
      const { unread, isRunning } = fieldsOf(status)
      setUnread(Number(unread), isRunning === true)
    },
    panel: (wish) => setWide(fieldsOf(wish)['isWide'] === true),
    error(error) {
      if (isSerializedError(error)) tell(deserializeError(error))
    },
  },
]
