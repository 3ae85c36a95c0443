/**
 * Calls `stop` once when the process that started this one is gone, however it ended. The sign is the
 * closing of the IPC channel, which a kill -9 of the parent closes too. Started without a channel
 * (by a service manager, by hand), it does nothing.
 */
export function exitWithParent(stop: () => void): void {
  if (!process.channel) return
  process.once('disconnect', stop)
  // The listener keeps the process alive; the channel must not, once everything else has stopped.
  process.channel.unref()
}
