/**
 * Calls `stop` once when the parent process is gone, however it ended. Closing of the IPC channel is the
 * sign: a kill -9 of the parent closes the channel too. Without a channel (started by a service manager or by
 * hand) this does nothing.
 */
export function exitWithParent(stop: () => void): void {
  if (!process.channel) return
  process.once('disconnect', stop)
  // The listener would keep the process alive after everything else has stopped, so the channel is
  // unreferenced.
  process.channel.unref()
}
