import type { LogWriter } from './stream-log.ts'

/** What is written once stands in both: the own log for readers here, the shared one for those elsewhere. */
export const writeToBoth = (own: LogWriter, shared: LogWriter): LogWriter => ({
  append(event) {
    own.append(event)
    shared.append(event)
  },
  end(last) {
    own.end(last)
    shared.end(last)
  },
})
